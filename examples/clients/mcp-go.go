package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

func main() {
	ctx := context.Background()
	headers := map[string]string{"Authorization": "Bearer " + os.Getenv("ACCESS_TOKEN")}
	session, err := client.NewStreamableHttpClient(os.Getenv("MCP_URL"), transport.WithHTTPHeaders(headers))
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	start := mcp.InitializeRequest{}
	start.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	start.Params.ClientInfo = mcp.Implementation{Name: "my-shop", Version: "1.0.0"}
	if _, err := session.Initialize(ctx, start); err != nil {
		log.Fatal(err)
	}
	tools, err := session.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		log.Fatal(err)
	}
	call := mcp.CallToolRequest{}
	call.Params.Name, call.Params.Arguments = "list_orders", map[string]any{"page_size": 3}
	answer, err := session.CallTool(ctx, call)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(tools.Tools), "tools;", answer.StructuredContent)
}
