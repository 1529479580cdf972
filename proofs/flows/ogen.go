// The flow of every generated client: from a customer to a deleted order, with ogen's client for the document in OpenAPI 3.0.3.
package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"time"

	c "parcelyard.example/client"
)

const price = 262145.37

type token string

func (t token) BearerAuth(context.Context, c.OperationName) (c.BearerAuth, error) {
	return c.BearerAuth{Token: string(t)}, nil
}

func (t token) PartnerKey(context.Context, c.OperationName) (c.PartnerKey, error) {
	return c.PartnerKey{}, nil
}

func check(fact bool, what string) {
	if !fact {
		panic(what + " is otherwise")
	}
}

// as returns the answer of a call as the expected type. It panics for an error or another type.
func as[T any](answer any, err error) T {
	if err != nil {
		panic(err)
	}
	expected, ok := answer.(T)
	check(ok, fmt.Sprintf("the answer %T", answer))
	return expected
}

func main() {
	ctx := context.Background()
	api, err := c.NewClient(os.Getenv("BASE_URL"), token(os.Getenv("ACCESS_TOKEN")))
	check(err == nil, "the client")
	customer := as[*c.CreateCustomerResponseBodyHeaders](
		api.CreateCustomer(ctx, &c.CustomerInput{Email: "ogen@example.com"}, c.CreateCustomerParams{})).Response.Result
	input := &c.OrderInput{
		InvoiceNumber: "OGEN", FirstName: "Ada", LastName: "Lovelace", Address1: "350 5th Ave", City: "New York",
		State: "NY", Zip: "10118", Country: "US", CustomerId: c.NewOptInt64(customer.ID),
		Items: []c.OrderItemInput{{ItemCode: "MUG", Quantity: 1, Price: c.NewOptFloat64(price)}},
	}
	made := as[*c.CreateOrderCreated](api.CreateOrder(ctx, input, c.CreateOrderParams{})).Response
	order := made.Result
	check(made.Created && order.Subtotal == price, "the order")
	again := as[*c.ProblemHeaders](api.CreateOrder(ctx, input, c.CreateOrderParams{}))
	check(again.Response.Code == "invoice_number_taken", "the second order")
	rated := as[*c.ShippingInfoResponseBodyHeaders](api.ShippingInfo(ctx,
		&c.ShippingInfoRequest{OrderId: order.ID, WeightOz: c.NewOptFloat64(12)}, c.ShippingInfoParams{})).Response.Result
	rate := rated.Rates[0]
	label := as[*c.PurchaseLabelResponseBodyHeaders](api.PurchaseLabel(ctx, &c.PurchaseLabelRequest{
		OrderId: order.ID, RateId: rate.RateId, PackageId: rated.PackageId, Method: rate.Method,
		ServiceLevel: rate.ServiceLevel}, c.PurchaseLabelParams{})).Response.Result
	tracking := as[*c.GetTrackingResponseBodyHeaders](
		api.GetTracking(ctx, c.GetTrackingParams{ID: order.ID})).Response.Result
	check(tracking.TrackingNumber == label.TrackingNumber, "the tracking")
	check(tracking.ShipDate.Value.After(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)), "the ship date")
	voided := as[*c.VoidLabelResponseBodyHeaders](api.VoidLabel(ctx, c.VoidLabelParams{ID: order.ID}))
	check(voided.Response.Result.Voided, "the void")
	hook, err := url.Parse("http://127.0.0.1:9/hook")
	check(err == nil, "the address")
	registered := as[*c.RegisterWebhookResponseBodyHeaders](
		api.RegisterWebhook(ctx, &c.WebhookInput{URL: *hook}, c.RegisterWebhookParams{})).Response.Result
	rotated := as[*c.RotateWebhookSecretResponseBodyHeaders](
		api.RotateWebhookSecret(ctx, c.RotateWebhookSecretParams{})).Response.Result
	check(rotated.SigningSecret != registered.SigningSecret, "the secret")
	tested := as[*c.TestWebhookResponseBodyHeaders](api.TestWebhook(ctx, c.TestWebhookParams{})).Response.Result
	check(tested.EventType == "test" && !tested.LastError.Null, "the test event")
	deliveries := as[*c.ListWebhookDeliveriesResponseBodyHeaders](
		api.ListWebhookDeliveries(ctx, c.ListWebhookDeliveriesParams{})).Response.Result
	check(deliveries[0].DeliveryId == tested.DeliveryId, "the delivery")
	seen := map[int64]bool{}
	for cursor := c.NewOptNilString(""); !cursor.Null; {
		page := as[*c.ListOrdersResponseBodyHeaders](api.ListOrders(ctx, c.ListOrdersParams{
			Cursor: c.NewOptString(cursor.Value), PageSize: c.NewOptInt64(50)})).Response
		for _, each := range page.Result {
			check(!seen[each.ID], "an order of the list")
			seen[each.ID] = true
		}
		cursor = page.Pagination.NextCursor
	}
	check(seen[order.ID], "the list")
	deleted := as[*c.DeleteOrderResponseBodyHeaders](
		api.DeleteOrder(ctx, c.DeleteOrderParams{ID: order.ID})).Response.Result
	check(deleted.OrderStatus != "", "the deletion")
	absent := as[*c.NotFoundHeaders](api.GetOrder(ctx, c.GetOrderParams{ID: 999_999_999}))
	check(absent.Response.Code == "not_found", "an absent order")
}
