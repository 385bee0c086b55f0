{{/* SPDX-License-Identifier: Apache-2.0 */}}

{{/* The operator's Deployment and service account. */}}
{{- define "ringtail.operator" -}}
{{ .Release.Name }}-operator
{{- end }}

{{/* The agents' service account. */}}
{{- define "ringtail.agent" -}}
{{ .Release.Name }}-agent
{{- end }}

{{/* The webhook's Service, Secret and configuration. */}}
{{- define "ringtail.webhook" -}}
{{ .Release.Name }}-webhook
{{- end }}

{{- define "ringtail.tag" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "ringtail.operatorLabels" -}}
app.kubernetes.io/name: ringtail-operator
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels of everything the chart makes. */}}
{{- define "ringtail.labels" -}}
app.kubernetes.io/part-of: ringtail
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{/* What restricted namespaces ask of a container. */}}
{{- define "ringtail.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* The security context of an agent's container. */}}
{{- define "ringtail.agentSecurity" -}}
{{- if .Values.agent.privileged -}}
privileged: true
{{- else -}}
capabilities:
  drop: [ALL]
  add: [BPF, NET_ADMIN, PERFMON, SYS_ADMIN, SYS_NICE, SYS_PTRACE, IPC_LOCK, SYS_RESOURCE]
seccompProfile: {type: Unconfined}
appArmorProfile: {type: Unconfined}
{{- end }}
readOnlyRootFilesystem: true
runAsUser: 0
{{- end }}

{{/* Refuses an installation into a namespace in which agents could not start. */}}
{{- define "ringtail.checkNamespace" -}}
{{- if not .Values.namespace.create }}
{{- $namespace := lookup "v1" "Namespace" "" .Release.Namespace }}
{{- if $namespace }}
{{- $level := dig "metadata" "labels" "pod-security.kubernetes.io/enforce" "privileged" $namespace }}
{{- if ne $level "privileged" }}
{{- fail (printf "namespace %s admits %s pods only, and agents are privileged: kubectl label namespace %s pod-security.kubernetes.io/enforce=privileged --overwrite" .Release.Namespace $level .Release.Namespace) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* A role and its binding to a service account, up to the rules: root, kind, account, purpose. */}}
{{- define "ringtail.role" }}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ .kind }}Binding
metadata:
  name: {{ .account }}-{{ .purpose }}
  {{- if eq .kind "Role" }}
  namespace: {{ .root.Release.Namespace }}
  {{- end }}
  labels:
    {{- include "ringtail.labels" .root | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ .kind }}
  name: {{ .account }}-{{ .purpose }}
subjects:
  - kind: ServiceAccount
    name: {{ .account }}
    namespace: {{ .root.Release.Namespace }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ .kind }}
metadata:
  name: {{ .account }}-{{ .purpose }}
  {{- if eq .kind "Role" }}
  namespace: {{ .root.Release.Namespace }}
  {{- end }}
  labels:
    {{- include "ringtail.labels" .root | nindent 4 }}
{{- end }}
