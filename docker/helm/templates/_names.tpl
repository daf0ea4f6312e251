{{/* The labels by which pods of this service are found, by whatever release. */}}
{{- define "service.selector" -}}
app.kubernetes.io/name: {{ .Values.service }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/part-of: call-intelligence
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "service.image" -}}
{{ .Values.image.repository }}/{{ .Values.service }}:{{ .Values.image.tag }}
{{- end }}

{{- define "service.isInner" -}}
{{- if ne .Values.service "gateway" }}yes{{ end }}
{{- end }}

{{/* What no pod of ours needs. */}}
{{- define "service.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "service.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The variables of the service, secrets by reference. */}}
{{- define "service.env" -}}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
- name: SHUTDOWN_DRAIN_MS
  value: {{ mul .Values.drainSeconds 1000 | quote }}
- name: SHUTDOWN_TIMEOUT_MS
  value: {{ mul .Values.shutdownSeconds 1000 | quote }}
{{- if .Values.metricsPort }}
- name: METRICS_PORT
  value: {{ .Values.metricsPort | quote }}
{{- end }}
{{- if include "service.isInner" . }}
{{- include "service.kafkaEnv" . }}
{{- end }}
{{- include "service.secretEnv" .Values.secret }}
{{- end }}

{{/* How Kafka is reached. */}}
{{- define "service.kafkaEnv" }}
- name: KAFKA_BROKERS
  value: {{ .Values.kafka.brokers | quote }}
- name: KAFKA_SECURITY_PROTOCOL
  value: {{ .Values.kafka.securityProtocol }}
{{- with .Values.kafka.saslMechanism }}
- name: KAFKA_SASL_MECHANISM
  value: {{ . }}
{{- end }}
{{- with .Values.kafka.tokenUrl }}
- name: KAFKA_SASL_TOKEN_URL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.kafka.tokenScope }}
- name: KAFKA_SASL_TOKEN_SCOPE
  value: {{ . | quote }}
{{- end }}
{{- include "service.secretEnv" .Values.kafka.secret }}
{{- end }}

{{/* The addresses of the database: all that migrations need of the service's variables. */}}
{{- define "service.databaseEnv" }}
{{- with .Values.env.DATABASE_SCHEMA }}
- name: DATABASE_SCHEMA
  value: {{ . | quote }}
{{- end }}
{{- $secret := .Values.secret }}
{{- range $secret.keys }}
{{- if has . (list "DATABASE_URL" "WORKER_DATABASE_URL") }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- include "service.secretEnv" .Values.migrationSecret }}
{{- end }}

{{- define "service.secretEnv" }}
{{- $secret := . }}
{{- range $secret.keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ . }} } }
{{- end }}
{{- range $secret.optionalKeys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}

{{/* Those of the plain variables that a step before the service needs, too: the files of its secrets. */}}
{{- define "service.envLike" }}
{{- $pattern := .pattern }}
{{- range $name, $value := .env }}
{{- if regexMatch $pattern $name }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Certificates and secrets as files. */}}
{{- define "service.fileMounts" }}
volumeMounts:
  - { name: files, mountPath: {{ .Values.files.path }}, readOnly: true }
{{- end }}

{{- define "service.fileVolumes" }}
{{- with .Values.files.secret }}
volumes:
  - name: files
    secret: { secretName: {{ . }}, defaultMode: 0444 }
{{- end }}
{{- end }}

{{/* Of the data of every secret that a pod reads, as they are in the cluster; the same for all where there is no cluster to ask. */}}
{{- define "service.secretsDigest" -}}
{{- $data := list }}
{{- range list .Values.secret.name .Values.kafka.secret.name .Values.files.secret }}
{{- if . }}
{{- $data = append $data (dig "data" dict (lookup "v1" "Secret" $.Release.Namespace .)) }}
{{- end }}
{{- end }}
{{- $data | toJson | sha256sum }}
{{- end }}

{{/* Migrations know of the files, too, what they need alone. */}}
{{- define "service.migrationFileVolumes" }}
{{- if include "service.migrationFiles" . }}
volumes:
  - name: files
    secret:
      secretName: {{ .Values.files.secret }}
      defaultMode: 0444
      items:
        {{- range .Values.files.migrationKeys }}
        - { key: {{ . | quote }}, path: {{ . | quote }} }
        {{- end }}
{{- end }}
{{- end }}

{{- define "service.migrationFiles" -}}
{{- if and .Values.files.secret .Values.files.migrationKeys }}yes{{ end }}
{{- end }}
