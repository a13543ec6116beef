# The gateway in a container. Give it a database by GATEHOUSE_DATABASE_URL, or a volume on /data for the embedded one.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml .
COPY src src
COPY sql sql
COPY config config
RUN mvn -B -q -DskipTests -Dcyclonedx.skip=true package

FROM eclipse-temurin:25-jre
RUN groupadd --system gatehouse && useradd --system --gid gatehouse --home-dir /gatehouse gatehouse \
    && mkdir -p /gatehouse /data && chown gatehouse:gatehouse /data
WORKDIR /gatehouse
COPY --from=build /src/target/gatehouse.jar ./
COPY --from=build /src/target/lib lib
COPY config config
USER gatehouse
VOLUME /data
EXPOSE 8080 8081
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:MaxRAMPercentage=60", "-jar", "/gatehouse/gatehouse.jar"]
CMD ["serve", "--data-dir", "/data"]
