{{- define "recado.name" -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- define "recado.selector" -}}
app.kubernetes.io/name: recado
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "recado.labels" -}}
{{ include "recado.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}
