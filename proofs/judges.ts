import type { Judge } from './judge';
import { actionlint } from './judges/actionlint';
import { aiosmtpd } from './judges/aiosmtpd';
import { autocannon } from './judges/autocannon';
import { beancount } from './judges/beancount';
import { clientPackage } from './judges/client-package';
import { clockAhead } from './judges/clock-ahead';
import { coreDns } from './judges/coredns';
import { cyclonedxPython } from './judges/cyclonedx-python';
import { dockerCompose } from './judges/docker-compose';
import { doctor } from './judges/doctor';
import { easypostRecordings } from './judges/easypost-recordings';
import { easypostWebhooks } from './judges/easypost-webhooks';
import { fluflBounce } from './judges/flufl-bounce';
import { frameworks } from './judges/frameworks';
import { fullDisk } from './judges/full-disk';
import { generatedClients } from './judges/generated-clients';
import { grafanaSchema } from './judges/grafana-schema';
import { htmlValidate } from './judges/html-validate';
import { kubeScore } from './judges/kube-score';
import { kubernetes } from './judges/kubernetes';
import { lighthouse } from './judges/lighthouse';
import { mcpConformance } from './judges/mcp-conformance';
import { mcpPythonClient } from './judges/mcp-python-client';
import { mcpPythonClient2 } from './judges/mcp-python-client-2';
import { mongodbCrud } from './judges/mongodb-crud';
import { mongodbDifferential } from './judges/mongodb-differential';
import { natsServer } from './judges/nats-server';
import { newman } from './judges/newman';
import { otelCollector } from './judges/otel-collector';
import { patternEngines } from './judges/pattern-engines';
import { prometheus } from './judges/prometheus';
import { promtool } from './judges/promtool';
import { pythonCryptography } from './judges/python-cryptography';
import { pythonEmail } from './judges/python-email';
import { qpdf } from './judges/qpdf';
import { recheck } from './judges/recheck';
import { redocly } from './judges/redocly';
import { release } from './judges/release';
import { schemathesis } from './judges/schemathesis';
import { sharding } from './judges/sharding';
import { shipengineOpenapi } from './judges/shipengine-openapi';
import { shippoSchemas } from './judges/shippo-schemas';
import { shopifyLibrary } from './judges/shopify-library';
import { shopifySchemas } from './judges/shopify-schemas';
import { signIn } from './judges/sign-in';
import { skaffold } from './judges/skaffold';
import { spectral } from './judges/spectral';
import { stripeDouble } from './judges/stripe-double';
import { stripeMock } from './judges/stripe-mock';
import { unicodeDatabase } from './judges/unicode-database';
import { unusableDatabases } from './judges/unusable-databases';
import { vendorSchemas } from './judges/vendor-schemas';
import { webhookReceivers } from './judges/webhook-receivers';
import { zizmor } from './judges/zizmor';

/** All judges, one line for each. A judge's file has the judge's name. */
export const JUDGES: readonly Judge[] = [
  mcpPythonClient,
  mcpPythonClient2,
  mcpConformance,
  frameworks,
  signIn,
  vendorSchemas,
  ...generatedClients,
  clientPackage,
  newman,
  webhookReceivers,
  redocly,
  spectral,
  schemathesis,
  patternEngines,
  recheck,
  shopifySchemas,
  kubernetes,
  kubeScore,
  skaffold,
  sharding,
  shopifyLibrary,
  stripeMock,
  stripeDouble,
  aiosmtpd,
  pythonCryptography,
  pythonEmail,
  fluflBounce,
  autocannon,
  beancount,
  easypostRecordings,
  easypostWebhooks,
  shipengineOpenapi,
  shippoSchemas,
  qpdf,
  htmlValidate,
  lighthouse,
  mongodbCrud,
  ...mongodbDifferential,
  natsServer,
  doctor,
  clockAhead,
  fullDisk,
  ...unusableDatabases,
  coreDns,
  otelCollector,
  prometheus,
  promtool,
  grafanaSchema,
  unicodeDatabase,
  dockerCompose,
  release,
  actionlint,
  zizmor,
  cyclonedxPython,
];
