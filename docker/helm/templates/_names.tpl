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
- name: KAFKA_BROKERS
  value: {{ .Values.kafka.brokers | quote }}
{{- end }}
{{- $secret := .Values.secret }}
{{- range $secret.keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ . }} } }
{{- end }}
{{- range $secret.optionalKeys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}
