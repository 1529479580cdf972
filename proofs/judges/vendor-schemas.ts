import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { type RunningStack, withStack } from '../with-stack';

const PACKAGES = {
  'google-genai': '3.4.0',
  'openai-agents': '0.24.0',
  anthropic: '2.12.0',
  mistralai: '3.7.0',
  cohere: '7.3.1',
  botocore: '1.44.5',
  mcp: '2.3.0',
};

/** A program that shows how each vendor's library changes a tool before sending it. Nothing is sent. */
const PROGRAM = `
import copy, json, sys
import botocore.session, botocore.validate
import mcp.types
from agents.strict_schema import ensure_strict_json_schema
from anthropic import transform_schema
from cohere import ToolV2, ToolV2Function
from google.genai import _mcp_utils, types as google
from mistralai.client import models as mistral

tools = json.load(open(sys.argv[1]))
converse = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse")

def bedrock(name, description, schema):
    spec = {"name": name, "description": description, "inputSchema": {"json": schema}}
    given = {"modelId": "m", "toolConfig": {"tools": [{"toolSpec": spec}]}}
    report = botocore.validate.ParamValidator().validate(given, converse.input_shape)
    if report.has_errors():
        raise ValueError(report.generate_report())

VENDORS = {
    "Google (function declaration)": lambda n, d, s: google.FunctionDeclaration(
        name=n, description=d, parameters=google.Schema.model_validate(s)),
    "Google (MCP session)": lambda n, d, s: _mcp_utils.mcp_to_gemini_tool(
        mcp.types.Tool(name=n, description=d, input_schema=s)),
    "OpenAI (strict)": lambda n, d, s: ensure_strict_json_schema(s),
    "Anthropic": lambda n, d, s: transform_schema(s),
    "Mistral": lambda n, d, s: mistral.Function(name=n, description=d, parameters=s),
    "Cohere": lambda n, d, s: ToolV2(type="function", function=ToolV2Function(name=n, description=d, parameters=s)),
    "Bedrock": bedrock,
}

def faults_of(tool):
    faults = []
    for vendor, convert in VENDORS.items():
        try:
            convert(tool["name"], tool["description"], copy.deepcopy(tool["inputSchema"]))
        except Exception as error:
            faults.append(f"{vendor} does not take {tool['name']}: {type(error).__name__}: {str(error)[:200]}")
    return faults

faults = [fault for tool in tools for fault in faults_of(tool)]
if len(tools) != 40:
    faults.append(f"tools/list has {len(tools)} tools instead of 40")
# A judge that takes everything would be none.
spoilt = copy.deepcopy(tools[0])
spoilt["inputSchema"].update({"additionalProperties": False, "exclusiveMinimum": 0})
if not any("Google" in fault for fault in faults_of(spoilt)):
    faults.append("Google's library takes keywords that it did not know: is this judge still needed?")
print(json.dumps({"checked": len(tools) * len(VENDORS), "faults": faults}))
`;

export const vendorSchemas: Judge = {
  name: 'vendors of models',
  proves: 'The libraries of six vendors accept all 40 tools as functions of their models, in seven ways.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python(
      Object.entries(PACKAGES).map(([name, version]) => `${name}==${version}`),
    );
    const program = join(workshop.folder, 'convert-tools.py');
    writeFileSync(program, PROGRAM);
    const tools = join(workshop.folder, 'tools.json');
    writeFileSync(tools, JSON.stringify(await withStack(listTools)));
    const printed = await workshop.run(join(programs, 'python'), [program, tools]);
    return { version: `google-genai ${PACKAGES['google-genai']}`, ...JSON.parse(printed) };
  },
};

async function listTools({ mcpUrl, demo }: RunningStack): Promise<unknown> {
  const response = await fetch(mcpUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return ((await response.json()) as { result: { tools: unknown } }).result.tools;
}
