import { Certificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import {
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Pod, Service, ServiceAccount } from 'kubernetes-models/v1';

/** A kind's validator, and the module and name of its TypeScript type. */
export interface KubernetesModel {
  readonly model: new (manifest: never) => { validate(): void };
  readonly type: string;
  readonly module: string;
}

const model = (validator: KubernetesModel['model'], type: string, module: string) => ({
  model: validator,
  type,
  module,
});

export const MODELS: Readonly<Record<string, KubernetesModel>> = {
  'apps/v1/Deployment': model(Deployment, 'IDeployment', 'kubernetes-models/apps/v1'),
  'apps/v1/StatefulSet': model(StatefulSet, 'IStatefulSet', 'kubernetes-models/apps/v1'),
  'v1/Service': model(Service, 'IService', 'kubernetes-models/v1'),
  'v1/ServiceAccount': model(ServiceAccount, 'IServiceAccount', 'kubernetes-models/v1'),
  'v1/ConfigMap': model(ConfigMap, 'IConfigMap', 'kubernetes-models/v1'),
  'v1/Pod': model(Pod, 'IPod', 'kubernetes-models/v1'),
  'policy/v1/PodDisruptionBudget': model(
    PodDisruptionBudget,
    'IPodDisruptionBudget',
    'kubernetes-models/policy/v1',
  ),
  'autoscaling/v2/HorizontalPodAutoscaler': model(
    HorizontalPodAutoscaler,
    'IHorizontalPodAutoscaler',
    'kubernetes-models/autoscaling/v2',
  ),
  'networking.k8s.io/v1/NetworkPolicy': model(
    NetworkPolicy,
    'INetworkPolicy',
    'kubernetes-models/networking.k8s.io/v1',
  ),
  'networking.k8s.io/v1/Ingress': model(Ingress, 'IIngress', 'kubernetes-models/networking.k8s.io/v1'),
  'cert-manager.io/v1/Certificate': model(
    Certificate,
    'ICertificate',
    '@kubernetes-models/cert-manager/cert-manager.io/v1',
  ),
  'monitoring.coreos.com/v1/PrometheusRule': model(
    PrometheusRule,
    'IPrometheusRule',
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  ),
  'monitoring.coreos.com/v1/ServiceMonitor': model(
    ServiceMonitor,
    'IServiceMonitor',
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  ),
};
