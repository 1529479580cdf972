# The flow of every generated client: from a customer to a deleted order, with OpenAPI Generator's Ruby client.
$LOAD_PATH.unshift File.join(__dir__, 'lib')
require 'uri'
require 'parcelyard_client'
include ParcelyardClient

PRICE = 262_145.37
def check(fact, what = 'it')
  raise "#{what} is otherwise" unless fact
end

def code_of
  yield
  raise 'A wrong call was answered.'
rescue ApiError => e
  JSON.parse(e.response_body)['code']
end

address = URI(ENV.fetch('BASE_URL'))
ParcelyardClient.configure do |config|
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.server_index = nil
  config.access_token = ENV.fetch('ACCESS_TOKEN')
end
orders, shipping, webhook = OrdersApi.new, ShippingApi.new, WebhookApi.new

customer = CustomersApi.new.create_customer(CustomerInput.new(email: 'oag-ruby@example.com')).result
order_input = OrderInput.new(
  invoice_number: 'OAG-RUBY', first_name: 'Ada', last_name: 'Lovelace', address1: '350 5th Ave', city: 'New York',
  state: 'NY', zip: '10118', country: 'US', customer_id: customer.id,
  items: [OrderItemInput.new(item_code: 'MUG', quantity: 1, price: PRICE)]
)
made = orders.create_order(order_input)
order = made.result
check made.created && order.subtotal == PRICE, 'the order'
check code_of { orders.create_order(order_input) } == 'invoice_number_taken', 'the second order'
rated = shipping.shipping_info(ShippingInfoRequest.new(order_id: order.id, weight_oz: 12)).result
rate = rated.rates.first
label = shipping.purchase_label(
  PurchaseLabelRequest.new(order_id: order.id, rate_id: rate.rate_id, package_id: rated.package_id,
                           method: rate.method, service_level: rate.service_level)
).result
tracking = shipping.get_tracking(order.id).result
check tracking.tracking_number == label.tracking_number && tracking.ship_date.year >= 2026, 'the tracking'
check shipping.void_label(order.id).result.voided, 'the void'
registered = webhook.register_webhook(WebhookInput.new(url: 'http://127.0.0.1:9/hook')).result
check webhook.rotate_webhook_secret.result.signing_secret != registered.signing_secret, 'the secret'
tested = webhook.test_webhook.result
check tested.event_type == 'test' && tested.last_error, 'the test event'
check webhook.list_webhook_deliveries.result.first.delivery_id == tested.delivery_id, 'the delivery'
seen = []
cursor = ''
until cursor.nil?
  page = orders.list_orders(cursor: cursor, page_size: 50)
  seen.concat(page.result.map(&:id))
  cursor = page.pagination.next_cursor
end
check seen.include?(order.id) && seen.uniq.size == seen.size, 'the list'
check orders.delete_order(order.id).result.order_status, 'the deletion'
check code_of { orders.get_order(999_999_999) } == 'not_found', 'an absent order'
