package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type withToken struct{}

func (withToken) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "my-shop", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: os.Getenv("MCP_URL"), HTTPClient: &http.Client{Transport: withToken{}}}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "list_orders", Arguments: map[string]any{"page_size": 3}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(tools.Tools), "tools;", answer.StructuredContent)
}
