#!/bin/bash
# Kafka's own wrapper (it is in the jar; the official image runs it too) turns KAFKA_… variables into properties and formats
# the storage with CLUSTER_ID.
set -euo pipefail

read -ra heap <<<"${KAFKA_HEAP_OPTS:-}"
java=(java "${heap[@]}" -Dlog4j2.configurationFile=/opt/kafka/log4j2.xml -cp '/opt/kafka/libs/*')

if ! setup=$("${java[@]}" kafka.docker.KafkaDockerWrapper setup --default-configs-dir /opt/kafka/defaults \
  --mounted-configs-dir /opt/kafka/mounted --final-configs-dir /opt/kafka/config 2>&1); then
  # After a restart of the container it is. The properties have been written before.
  [[ $setup == *'already formatted'* ]] || { echo "$setup" >&2 && exit 1; }
fi

exec "${java[@]}" kafka.Kafka /opt/kafka/config/server.properties
