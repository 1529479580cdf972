{{/* What the Pod Security level `restricted` requires of a pod. Parameter: uid. */}}
{{- define "parcelyard.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .uid }}
runAsGroup: {{ .uid }}
fsGroup: {{ .uid }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* What the Pod Security level `restricted` requires of a container. Parameter: writableRoot. */}}
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
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}
