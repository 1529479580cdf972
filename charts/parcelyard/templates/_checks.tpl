{{/* Rules that values.schema.json cannot express. Each error message names the wrong value. */}}
{{- define "parcelyard.checks" -}}
{{- $minimumHelm := index .Chart.Annotations "parcelyard/minimumHelm" -}}
{{- /* Only a cluster knows which kinds of objects it has. So `helm template`, which has no cluster, accepts every version of Helm. */ -}}
{{- $inCluster := .Capabilities.APIVersions.Has "apps/v1/Deployment" -}}
{{- if and $inCluster (not (semverCompare (printf ">=%s-0" $minimumHelm) .Capabilities.HelmVersion.Version)) -}}
{{- fail (printf "this chart needs Helm %s or newer; this is %s" $minimumHelm .Capabilities.HelmVersion.Version) -}}
{{- end -}}
{{- range $store := list "mongodb" "nats" -}}
{{- $choice := index $.Values $store -}}
{{- if eq $choice.external.enabled $choice.development.enabled -}}
{{- fail (printf "%s: enable exactly one of external and development" $store) -}}
{{- end -}}
{{- if and (eq $.Values.mode "production") $choice.development.enabled -}}
{{- fail (printf "%s.development is for mode: development; production needs %s.external" $store $store) -}}
{{- end -}}
{{- end -}}
{{- with .Values.nats.external.files -}}
{{- if and (or .credentials .authority .clientCertificate) (not .existingSecret) -}}
{{- fail "nats.external.files.existingSecret must name the Secret with the enabled files" -}}
{{- end -}}
{{- end -}}
{{- with .Values.grpc -}}
{{- if and (not .mtls.existingSecret) (not .mtls.certManager.enabled) (not .sharedSecret.existingSecret) -}}
{{- fail "grpc: services must authenticate each other; set grpc.mtls or grpc.sharedSecret.existingSecret" -}}
{{- end -}}
{{- if and .mtls.existingSecret .mtls.certManager.enabled -}}
{{- fail "grpc.mtls: set existingSecret or certManager.enabled, but not both" -}}
{{- end -}}
{{- if and .mtls.certManager.enabled (not .mtls.certManager.issuerRef.name) -}}
{{- fail "grpc.mtls.certManager.issuerRef.name must name an issuer" -}}
{{- end -}}
{{- end -}}
{{- $baseUrl := .Values.config.BASE_URL -}}
{{- if not $baseUrl -}}
{{- fail "config.BASE_URL must be the address that callers use" -}}
{{- end -}}
{{- if and (eq .Values.mode "production") (not (hasPrefix "https://" $baseUrl)) -}}
{{- fail "config.BASE_URL must begin with https:// in mode: production" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (hasPrefix "https://" $baseUrl) (not .Values.ingress.tls.secretName) -}}
{{- fail "ingress.tls.secretName must name the Secret with the certificate of config.BASE_URL" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not (int .Values.services.gateway.config.TRUST_PROXY_HOPS)) -}}
{{- fail "services.gateway.config.TRUST_PROXY_HOPS must be the number of proxies in front of the gateway (1 for the Ingress alone). Otherwise all callers seem to have the Ingress's address, and ten failed sign-ins of one caller lock out all others" -}}
{{- end -}}
{{- $sandboxCarriers := eq (.Values.services.shipping.config.CARRIERS | toString | nospace) "sandbox" -}}
{{- with .Values.services.billing.config -}}
{{- $sandboxMoney := eq .PAYMENTS "sandbox" -}}
{{- if and $sandboxMoney (not $sandboxCarriers) (ne (.ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS | default "no") "yes") -}}
{{- fail "services.billing.config.PAYMENTS is sandbox and services.shipping.config.CARRIERS sells real labels, so nobody would pay for the labels. To allow this, set services.billing.config.ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS to \"yes\"" -}}
{{- end -}}
{{- if and $sandboxCarriers (not $sandboxMoney) (ne (.ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS | default "no") "yes") -}}
{{- fail "services.billing.config.PAYMENTS charges real cards and services.shipping.config.CARRIERS is sandbox, whose labels no carrier accepts. To allow this, set services.billing.config.ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS to \"yes\"" -}}
{{- end -}}
{{- end -}}
{{- range $service := include "parcelyard.services" . | fromYamlArray -}}
{{- with $service.settings.autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "services.%s.autoscaling: minReplicas is %d, but maxReplicas is %d" $service.name (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.mode "production") .Values.development.writableRoot -}}
{{- fail "development.writableRoot is for mode: development" -}}
{{- end -}}
{{- end -}}
