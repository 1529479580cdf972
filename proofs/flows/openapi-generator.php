<?php
/** The flow of every generated client: from a customer to a deleted order, with OpenAPI Generator's PHP client. */
require 'GuzzleHttp/autoload.php';
require 'GuzzleHttp/Psr7/autoload.php';
spl_autoload_register(function (string $name): void {
    $file = __DIR__ . '/lib/' . str_replace(['Parcelyard\\', '\\'], ['', '/'], $name) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

use Parcelyard\Api\{CustomersApi, OrdersApi, ShippingApi, WebhookApi};
use Parcelyard\{ApiException, Configuration};
use Parcelyard\Model\{CustomerInput, OrderInput, OrderItemInput, PurchaseLabelRequest, ShippingInfoRequest, WebhookInput};

const PRICE = 262145.37;

function check(bool $fact, string $what): void
{
    if (!$fact) {
        throw new RuntimeException("$what is otherwise");
    }
}

function codeOf(callable $call): string
{
    try {
        $call();
    } catch (ApiException $refusal) {
        return json_decode((string) $refusal->getResponseBody())->code;
    }
    throw new RuntimeException('A wrong call was answered.');
}

$config = Configuration::getDefaultConfiguration()->setHost(getenv('BASE_URL'))->setAccessToken(getenv('ACCESS_TOKEN'));
$http = new GuzzleHttp\Client();
[$orders, $shipping, $webhook] = [new OrdersApi($http, $config), new ShippingApi($http, $config), new WebhookApi($http, $config)];

$customers = new CustomersApi($http, $config);
$customer = $customers->createCustomer(new CustomerInput(['email' => 'oag-php@example.com']))->getResult();
$input = new OrderInput([
    'invoice_number' => 'OAG-PHP', 'first_name' => 'Ada', 'last_name' => 'Lovelace', 'address1' => '350 5th Ave',
    'city' => 'New York', 'state' => 'NY', 'zip' => '10118', 'country' => 'US', 'customer_id' => $customer->getId(),
    'items' => [new OrderItemInput(['item_code' => 'MUG', 'quantity' => 1, 'price' => PRICE])],
]);
$made = $orders->createOrder($input);
$order = $made->getResult();
check($made->getCreated() && $order->getSubtotal() === PRICE, 'the order');
check(codeOf(fn () => $orders->createOrder($input)) === 'invoice_number_taken', 'the second order');
$rated = $shipping->shippingInfo(new ShippingInfoRequest(['order_id' => $order->getId(), 'weight_oz' => 12]))->getResult();
$rate = $rated->getRates()[0];
$label = $shipping->purchaseLabel(new PurchaseLabelRequest([
    'order_id' => $order->getId(), 'rate_id' => $rate->getRateId(), 'package_id' => $rated->getPackageId(),
    'method' => $rate->getMethod(), 'service_level' => $rate->getServiceLevel(),
]))->getResult();
$tracking = $shipping->getTracking($order->getId())->getResult();
check($tracking->getTrackingNumber() === $label->getTrackingNumber(), 'the tracking');
check((int) $tracking->getShipDate()->format('Y') >= 2026, 'the ship date');
check($shipping->voidLabel($order->getId())->getResult()->getVoided(), 'the void');
$registered = $webhook->registerWebhook(new WebhookInput(['url' => 'http://127.0.0.1:9/hook']))->getResult();
$rotated = $webhook->rotateWebhookSecret()->getResult();
check($rotated->getSigningSecret() !== $registered->getSigningSecret(), 'the secret');
$tested = $webhook->testWebhook()->getResult();
check($tested->getEventType() === 'test' && $tested->getLastError() !== null, 'the test event');
$deliveries = $webhook->listWebhookDeliveries()->getResult();
check($deliveries[0]->getDeliveryId() === $tested->getDeliveryId(), 'the delivery');
$seen = [];
for ($cursor = ''; $cursor !== null; $cursor = $page->getPagination()->getNextCursor()) {
    $page = $orders->listOrders(cursor: $cursor, page_size: 50);
    foreach ($page->getResult() as $each) {
        $seen[] = $each->getId();
    }
}
check(in_array($order->getId(), $seen, true) && count(array_unique($seen)) === count($seen), 'the list');
check($orders->deleteOrder($order->getId())->getResult()->getOrderStatus() !== '', 'the deletion');
check(codeOf(fn () => $orders->getOrder(999999999)) === 'not_found', 'an absent order');
