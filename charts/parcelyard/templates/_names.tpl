{{- define "parcelyard.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The labels in selectors. They must never change for an installed release. Parameters: root, component. */}}
{{- define "parcelyard.selectorLabels" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: parcelyard
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "parcelyard.labels" -}}
{{ include "parcelyard.selectorLabels" . }}
app.kubernetes.io/name: parcelyard-{{ .component }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The image of a service. Parameters: root, component. */}}
{{- define "parcelyard.image" -}}
{{- $image := .root.Values.image -}}
{{- with (index .root.Values.services .component).image -}}
{{- . -}}
{{- else -}}
{{- with $image.registry }}{{ . }}/{{ end -}}
{{ $image.repository }}-{{ .component }}:{{ default .root.Chart.AppVersion $image.tag }}
{{- end -}}
{{- end -}}
