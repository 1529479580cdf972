import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { type RunningStack, withStack } from '../with-stack';
import type { Workshop } from '../workshop';

const VERSION = '7.22.0';

/** A price that 32 bits do not hold to the cent. */
const PRICE = 262145.37;

const PYTHON_FLOW = `
import os, parcelyard_client as p
from parcelyard_client.api import customers_api, orders_api, shipping_api
config = p.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["TOKEN"])
with p.ApiClient(config) as client:
    orders, customers = orders_api.OrdersApi(client), customers_api.CustomersApi(client)
    customer = customers.create_customer(p.CustomerInput(email="generated@example.com", first_name="Gen")).result
    item = p.OrderItemInput(item_code="MUG", quantity=1, price=${PRICE})
    made = orders.create_order(p.OrderInput(
        invoice_number="GEN-PY", first_name="Ada", last_name="Lovelace", address1="350 5th Ave", city="New York",
        state="NY", zip="10118", country="US", items=[item], customer_id=customer.id)).result
    assert made.subtotal == ${PRICE}, made.subtotal
    assert orders.get_order(made.id).result.invoice_number == "GEN-PY"
    assert orders.list_orders(page_size=5).pagination.total_orders > 5
    rated = shipping_api.ShippingApi(client).shipping_info(p.ShippingInfoRequest(order_id=made.id, weight_oz=12)).result
    assert rated.rates and rated.rates[0].amount > 0
    assert orders.delete_order(made.id).result.order_status
`;

const GO_FLOW = `
package main

import (
	"context"
	"fmt"
	"os"

	client "parcelyard.example/client"
)

func main() {
	config := client.NewConfiguration()
	config.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(config)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("TOKEN"))
	item := client.NewOrderItemInput("MUG", 1)
	item.SetPrice(${PRICE})
	order := client.NewOrderInput("GEN-GO", "Ada", "Lovelace", "350 5th Ave", "New York", "NY", "10118", "US", []client.OrderItemInput{*item})
	made, _, err := api.OrdersAPI.CreateOrder(ctx).OrderInput(*order).Execute()
	check(err)
	read, _, err := api.OrdersAPI.GetOrder(ctx, made.Result.Id).Execute()
	check(err)
	if read.Result.Subtotal != ${PRICE} {
		panic(fmt.Sprint("subtotal is ", read.Result.Subtotal))
	}
	_, _, err = api.OrdersAPI.DeleteOrder(ctx, made.Result.Id).Execute()
	check(err)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`;

/** Each returns what is wrong with the client of its language; none: nothing. */
const LANGUAGES: readonly ((workshop: Workshop, jar: string, stack: RunningStack) => Promise<string[]>)[] = [
  async function python(workshop, jar, stack) {
    const folder = await generate(workshop, jar, 'python', 'packageName=parcelyard_client');
    const programs = await workshop.python([folder]);
    writeFileSync(join(workshop.folder, 'flow.py'), PYTHON_FLOW);
    return faultOf(
      'Python',
      await workshop.attempt(join(programs, 'python'), ['flow.py'], flowOptions(stack)),
    );
  },
  async function go(workshop, jar, stack) {
    const folder = await generate(workshop, jar, 'go', 'packageName=client,withGoMod=false');
    for (const extra of ['test', 'go.mod', 'go.sum']) await workshop.run('rm', ['-rf', join(folder, extra)]);
    writeFileSync(join(folder, 'go.mod'), 'module parcelyard.example/client\n\ngo 1.23\n');
    mkdirSync(join(folder, 'flow'), { recursive: true });
    writeFileSync(join(folder, 'flow/main.go'), GO_FLOW);
    await workshop.attempt('go', ['mod', 'tidy'], { folder });
    const built = await workshop.attempt('go', ['run', './flow'], { folder, ...flowOptions(stack) });
    return faultOf('Go', built);
  },
  async function java(workshop, jar) {
    const folder = await generate(workshop, jar, 'java', 'library=native,hideGenerationTimestamp=true');
    const built = await workshop.attempt('mvn', ['-q', '-B', '-DskipTests', 'compile'], {
      folder,
      timeout: 600_000,
    });
    return faultOf('Java', built);
  },
];

export const openapiGenerator: Judge = {
  name: 'OpenAPI Generator',
  proves: 'Its Python and Go clients are generated, compiled and walk one flow; its Java client compiles.',
  needs: ['java', 'mvn', 'go', 'python3'],
  async judge(workshop) {
    const jar = await fetchGenerator(workshop);
    return withStack(async (stack) => {
      const document = await fetch(`${stack.baseUrl}/public/openapi.json`);
      writeFileSync(join(workshop.folder, 'openapi.json'), await document.text());
      const faults: string[] = [];
      for (const judgeLanguage of LANGUAGES) faults.push(...(await judgeLanguage(workshop, jar, stack)));
      return { version: VERSION, checked: LANGUAGES.length, faults };
    });
  },
};

async function fetchGenerator(workshop: Workshop): Promise<string> {
  const jar = join(workshop.folder, `openapi-generator-cli-${VERSION}.jar`);
  if (!existsSync(jar)) {
    const artifact = `org.openapitools:openapi-generator-cli:${VERSION}`;
    await workshop.run('mvn', [
      '-q',
      '-B',
      'dependency:copy',
      `-Dartifact=${artifact}`,
      '-DoutputDirectory=.',
    ]);
  }
  return jar;
}

async function generate(workshop: Workshop, jar: string, language: string, properties: string) {
  const folder = join(workshop.folder, language);
  await workshop.run('rm', ['-rf', folder]);
  const options = [
    '-i',
    'openapi.json',
    '-g',
    language,
    '-o',
    folder,
    `--additional-properties=${properties}`,
  ];
  await workshop.run('java', ['-jar', jar, 'generate', ...options]);
  if (readdirSync(folder).length === 0) throw new Error(`The generator wrote nothing for ${language}.`);
  return folder;
}

const flowOptions = ({ baseUrl, demo }: RunningStack) => ({
  environment: { BASE_URL: baseUrl, TOKEN: demo.accessToken },
  timeout: 600_000,
});

const faultOf = (
  client: string,
  { code, stderr, stdout }: { code: number; stderr: string; stdout: string },
) => (code === 0 ? [] : [`the ${client} client: ${(stderr || stdout).slice(-1500)}`]);
