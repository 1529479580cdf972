{{/* What Pod Security's `restricted` asks of a pod. Takes uid. */}}
{{- define "parcelyard.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .uid }}
runAsGroup: {{ .uid }}
fsGroup: {{ .uid }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* And of a container. Takes writableRoot. */}}
{{- define "parcelyard.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: {{ not .writableRoot }}
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "parcelyard.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}
