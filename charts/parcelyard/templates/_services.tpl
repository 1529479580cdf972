{{/*
The list of all services as YAML text; callers parse it with fromYamlArray. Fields of a service:

  name, fullname
  facts     its entry of files/services.yaml and files/sellers.yaml; `calls` has the services that it may call
  settings  its values, merged over `defaults`
  config    its environment variables that are not secret
*/}}
{{- define "parcelyard.services" -}}
{{- $root := . -}}
{{- $fullname := include "parcelyard.fullname" . -}}
{{- $services := list -}}
{{- $calls := .Files.Get "files/calls.yaml" | fromYaml -}}
{{- $sellers := .Files.Get "files/sellers.yaml" | fromYaml -}}
{{- range $name, $facts := .Files.Get "files/services.yaml" | fromYaml -}}
{{- $settings := mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy (index $root.Values.services $name)) -}}
{{- with get $sellers $name -}}
{{- $_ := set $facts "internet" (concat $facts.internet .internet) -}}
{{- $_ := set $facts "secrets" (merge $facts.secrets .secrets) -}}
{{- end -}}
{{- $_ := set $facts "calls" (get $calls $name | default dict | keys | sortAlpha) -}}
{{- $service := dict "name" $name "fullname" (printf "%s-%s" $fullname $name) "facts" $facts "settings" $settings -}}
{{- $config := include "parcelyard.config" (dict "root" $root "service" $service) | fromYaml -}}
{{- $services = append $services (set $service "config" $config) -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* Ports by name. All pods use the same ports. */}}
{{- define "parcelyard.ports" -}}
http: 8080
grpc: 50051
health: 50052
admin: 9090
{{- end -}}

{{/* The gRPC address of a service. Parameters: root, callee. */}}
{{- define "parcelyard.address" -}}
{{- $ports := include "parcelyard.ports" . | fromYaml -}}
dns:///{{ include "parcelyard.fullname" .root }}-{{ .callee }}.{{ .root.Release.Namespace }}.svc:{{ $ports.grpc }}
{{- end -}}

{{/* The variables of a service that are not secret. Parameters: root, service. */}}
{{- define "parcelyard.config" -}}
{{- $root := .root -}}
{{- $facts := .service.facts -}}
{{- $values := $root.Values -}}
{{- $ports := include "parcelyard.ports" . | fromYaml -}}
{{- $fullname := include "parcelyard.fullname" $root -}}
{{- $config := dict "ADMIN_LISTEN" (printf "0.0.0.0:%v" $ports.admin) -}}
{{- if eq .service.name "gateway" -}}
{{- $_ := set $config "HTTP_LISTEN" (printf "0.0.0.0:%v" $ports.http) -}}
{{- else -}}
{{- $_ := set $config "GRPC_LISTEN" (printf "0.0.0.0:%v" $ports.grpc) -}}
{{- $_ := set $config "HEALTH_LISTEN" (printf "0.0.0.0:%v" $ports.health) -}}
{{- end -}}
{{- range $callee := $facts.calls -}}
{{- $variable := printf "%s_ADDRESS" ($callee | upper | replace "-" "_") -}}
{{- $_ := set $config $variable (include "parcelyard.address" (dict "root" $root "callee" $callee)) -}}
{{- end -}}
{{- if and (has "mongodb" $facts.stores) $values.mongodb.development.enabled -}}
{{- $_ := set $config "MONGODB_URI" (printf "mongodb://%s-mongodb:27017/?directConnection=true" $fullname) -}}
{{- end -}}
{{- if has "nats" $facts.stores -}}
{{- $_ := set $config "DEPLOYMENT_NAME" ($values.nats.deploymentName | default $fullname) -}}
{{- end -}}
{{- if and (has "nats" $facts.stores) $values.nats.development.enabled -}}
{{- $_ := set $config "NATS_URL" (printf "nats://%s-nats:4222" $fullname) -}}
{{- end -}}
{{- if include "parcelyard.externalNats" (dict "root" $root "service" .service) -}}
{{- with $values.nats.external -}}
{{- $_ := set $config "NATS_REPLICAS" (toString .replicas) -}}
{{- if .files.credentials -}}{{- $_ := set $config "NATS_CREDENTIALS_FILE" "/etc/parcelyard/nats/nats.creds" -}}{{- end -}}
{{- if .files.authority -}}{{- $_ := set $config "NATS_TLS_CA_FILE" "/etc/parcelyard/nats/ca.crt" -}}{{- end -}}
{{- if .files.clientCertificate -}}
{{- $_ := set $config "NATS_TLS_CERT_FILE" "/etc/parcelyard/nats/tls.crt" -}}
{{- $_ := set $config "NATS_TLS_KEY_FILE" "/etc/parcelyard/nats/tls.key" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if include "parcelyard.mtls" $root -}}
{{- $_ := set $config "GRPC_TLS_CERT_FILE" "/etc/parcelyard/grpc/tls.crt" -}}
{{- $_ := set $config "GRPC_TLS_KEY_FILE" "/etc/parcelyard/grpc/tls.key" -}}
{{- $_ := set $config "GRPC_TLS_CA_FILE" "/etc/parcelyard/grpc/ca.crt" -}}
{{- end -}}
{{- with $values.telemetry.otlp.endpoint -}}
{{- $_ := set $config "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
{{- end -}}
{{- with $values.telemetry.otlp.tracesEndpoint -}}
{{- $_ := set $config "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" . -}}
{{- end -}}
{{- range $name, $value := merge (deepCopy .service.settings.config) $values.config -}}
{{- $_ := set $config $name (include "parcelyard.text" $value) -}}
{{- end -}}
{{- toYaml $config -}}
{{- end -}}

{{/* Variables from Secrets, as entries of `env`. Parameters: root, service. */}}
{{- define "parcelyard.secretEnv" -}}
{{- $values := .root.Values -}}
{{- $service := .service -}}
{{- $keys := deepCopy $service.facts.secrets -}}
{{- if and (has "mongodb" $service.facts.stores) $values.mongodb.external.enabled -}}
{{- $_ := set $keys "MONGODB_URI" (dict "required" true) -}}
{{- end -}}
{{- if and (has "nats" $service.facts.stores) $values.nats.external.enabled -}}
{{- $_ := set $keys "NATS_URL" (dict "required" true) -}}
{{- $_ := set $keys "NATS_NKEY" dict -}}
{{- $_ := set $keys "NATS_JWT" dict -}}
{{- end -}}
{{- $secret := $service.settings.existingSecret -}}
{{- range $key, $rule := $keys -}}
{{- $required := or $rule.required (and $rule.requiredWhen (include "parcelyard.holds" (dict "service" $service "when" $rule.requiredWhen))) -}}
{{- if and $required (not $secret) -}}
{{- fail (printf "services.%s.existingSecret must name a Secret with the key %s" $service.name $key) -}}
{{- end -}}
{{- if $secret }}
- name: {{ $key }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret | quote }}
      key: {{ $key }}
      {{- if not $required }}
      optional: true
      {{- end }}
{{- end -}}
{{- end -}}
{{- with $values.grpc.sharedSecret.existingSecret }}
- name: GRPC_SHARED_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ . | quote }}
      key: GRPC_SHARED_SECRET
{{- end -}}
{{- with $values.telemetry.otlp.existingSecret }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom:
    secretKeyRef:
      name: {{ . | quote }}
      key: OTEL_EXPORTER_OTLP_HEADERS
{{- end -}}
{{- end -}}

{{/*
Not empty if each variable of `when` has the required value, or a comma-separated list that contains it. Parameters:
service, when.
*/}}
{{- define "parcelyard.holds" -}}
{{- $config := .service.config -}}
{{- $holds := true -}}
{{- range $variable, $value := .when -}}
{{- if not (has $value (splitList "," (get $config $variable | toString | nospace))) -}}{{- $holds = false -}}{{- end -}}
{{- end -}}
{{- if $holds -}}yes{{- end -}}
{{- end -}}

{{/* Not empty if a service uses a NATS outside of the chart. Parameters: root, service. */}}
{{- define "parcelyard.externalNats" -}}
{{- if and (has "nats" .service.facts.stores) .root.Values.nats.external.enabled -}}yes{{- end -}}
{{- end -}}

{{/* Not empty if services authenticate by certificates. */}}
{{- define "parcelyard.mtls" -}}
{{- with .Values.grpc.mtls -}}
{{- if or .existingSecret .certManager.enabled -}}yes{{- end -}}
{{- end -}}
{{- end -}}

{{/* Name of the Secret with a service's certificate. Parameters: root, service. */}}
{{- define "parcelyard.certificateSecret" -}}
{{- with .root.Values.grpc.mtls.existingSecret -}}
{{- . | replace "{service}" $.service.name -}}
{{- else -}}
{{- .service.fullname }}-grpc
{{- end -}}
{{- end -}}

{{/* The longest time in which a program drains (packages/service-kit/src/run-program.ts). */}}
{{- define "parcelyard.drainSeconds" -}}20{{- end -}}

{{/* A value as text. Helm would write a large whole number with an exponent. */}}
{{- define "parcelyard.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq (floor .) . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}
