# A virtual environment is built in the first stage and copied whole into the second, so that the
# image has neither sources nor build tools. tests/test_dockerfile.py replays the RUN lines of "build".

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY protocol protocol
COPY server server
COPY client_examples/browser client_examples/browser
RUN python -m pip wheel --no-cache-dir --wheel-dir /wheels ".[fast]"
# No index: what is installed is what was built, never a package of the same name.
RUN python -m venv /opt/coterie \
    && /opt/coterie/bin/python -m pip install --no-cache-dir --no-index --find-links /wheels "coterie[fast]"

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Coterie" \
      org.opencontainers.image.description="Table server for Vampire: The Masquerade, an unofficial fan work" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --system --gid 10001 coterie \
    && useradd --system --uid 10001 --gid coterie --no-create-home --shell /usr/sbin/nologin coterie \
    && install --directory --owner=coterie --group=coterie --mode=0700 /data
COPY --from=build /opt/coterie /opt/coterie
ENV PATH="/opt/coterie/bin:$PATH" \
    PYTHONUNBUFFERED=1
# A number, so that hosts which demand a non-root user can see that it is one.
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 CMD ["coterie", "health"]
ENTRYPOINT ["coterie", "serve", "--host", "0.0.0.0", "--data", "/data/coterie.sqlite3"]
