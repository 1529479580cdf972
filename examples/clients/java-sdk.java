import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;

public class Example {
  public static void main(String[] args) {
    var url = URI.create(System.getenv("MCP_URL"));
    var request = HttpRequest.newBuilder().header("Authorization", "Bearer " + System.getenv("ACCESS_TOKEN"));
    var transport = HttpClientStreamableHttpTransport.builder(url.resolve("/").toString()).endpoint(url.getPath()).requestBuilder(request).build();
    try (var session = McpClient.sync(transport).build()) {
      session.initialize();
      var tools = session.listTools().tools();
      var answer = session.callTool(CallToolRequest.builder("list_orders").arguments(Map.of("page_size", 3)).build());
      System.out.println(tools.size() + " tools; " + answer.structuredContent());
    }
  }
}
