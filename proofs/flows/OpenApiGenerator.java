/** The flow of every generated client: from a customer to a deleted order, with OpenAPI Generator's Java client. */
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.ShippingApi;
import org.openapitools.client.api.WebhookApi;
import org.openapitools.client.model.CustomerInput;
import org.openapitools.client.model.OrderInput;
import org.openapitools.client.model.OrderItemInput;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.PurchaseLabelRequest;
import org.openapitools.client.model.ShippingInfoRequest;
import org.openapitools.client.model.WebhookInput;

public class OpenApiGenerator {
  static final double PRICE = 262145.37; // a 32-bit number would not be exact to the cent

  interface Call {
    void run() throws ApiException;
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("ACCESS_TOKEN")));
    OrdersApi orders = new OrdersApi(client);
    ShippingApi shipping = new ShippingApi(client);
    WebhookApi webhook = new WebhookApi(client);

    var customer =
        new CustomersApi(client).createCustomer(new CustomerInput().email("oag-java@example.com"), null);
    var input =
        new OrderInput()
            .invoiceNumber("OAG-JAVA").firstName("Ada").lastName("Lovelace").address1("350 5th Ave")
            .city("New York").state("NY").zip("10118").country("US").customerId(customer.getResult().getId())
            .items(List.of(new OrderItemInput().itemCode("MUG").quantity(1L).price(PRICE)));
    var made = orders.createOrder(input, null);
    var order = made.getResult();
    must(made.getCreated() && order.getSubtotal() == PRICE, order);
    must(codeOf(client, () -> orders.createOrder(input, null)).equals("invoice_number_taken"), "409");
    var asked = new ShippingInfoRequest().orderId(order.getId()).weightOz(12.0);
    var rated = shipping.shippingInfo(asked, null).getResult();
    var rate = rated.getRates().get(0);
    var chosen =
        new PurchaseLabelRequest()
            .orderId(order.getId()).rateId(rate.getRateId()).packageId(rated.getPackageId())
            .method(rate.getMethod()).serviceLevel(rate.getServiceLevel());
    var label = shipping.purchaseLabel(chosen, null).getResult();
    var tracking = shipping.getTracking(order.getId()).getResult();
    must(Objects.equals(tracking.getTrackingNumber(), label.getTrackingNumber()), tracking);
    must(tracking.getShipDate().getYear() >= 2026, tracking);
    must(shipping.voidLabel(order.getId(), null).getResult().getVoided(), order);
    var registered =
        webhook.registerWebhook(new WebhookInput().url(java.net.URI.create("http://127.0.0.1:9/hook")), null);
    var rotated = webhook.rotateWebhookSecret(null);
    must(
        !Objects.equals(rotated.getResult().getSigningSecret(), registered.getResult().getSigningSecret()),
        "one secret");
    var tested = webhook.testWebhook(null).getResult();
    must(tested.getEventType().equals("test") && tested.getLastError() != null, tested);
    var deliveries = webhook.listWebhookDeliveries(null, null).getResult();
    must(deliveries.get(0).getDeliveryId().equals(tested.getDeliveryId()), deliveries);
    Set<Long> seen = new HashSet<>();
    for (String cursor = ""; cursor != null; ) {
      var page = orders.listOrders(null, null, null, null, null, null, null, cursor, null, 50L);
      for (var each : page.getResult()) must(seen.add(each.getId()), each);
      cursor = page.getPagination().getNextCursor();
    }
    must(seen.contains(order.getId()), seen);
    must(orders.deleteOrder(order.getId(), null).getResult().getOrderStatus() != null, order);
    must(codeOf(client, () -> orders.getOrder(999_999_999L)).equals("not_found"), "404");
  }

  static String codeOf(ApiClient client, Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException refusal) {
      return client.getObjectMapper().readValue(refusal.getResponseBody(), Problem.class).getCode().getValue();
    }
    throw new AssertionError("nothing was refused");
  }

  static void must(boolean holds, Object told) {
    if (!holds) throw new AssertionError(String.valueOf(told));
  }
}
