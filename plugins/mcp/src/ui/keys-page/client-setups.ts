/** Where the server of an installation is. */
export const serverAddress = (origin: string): string => `${origin}/v1/mcp`

/** Programs whose configuration is shown, in the order of the page. */
export const clients = ['json', 'claude', 'vscode', 'curl'] as const
export type ClientName = (typeof clients)[number]

const written = (value: unknown): string => JSON.stringify(value, null, 2)

/**
 * What connects a program: `json` for clients with an `mcpServers` object, the command of Claude Code
 * (code.claude.com/docs/en/mcp), `.vscode/mcp.json` (code.visualstudio.com/docs/copilot/customization/mcp-servers), and
 * a call by hand.
 */
export function setupOf(client: ClientName, origin: string, key: string): string {
  const url = serverAddress(origin)
  const headers = { Authorization: `Bearer ${key}` }
  switch (client) {
    case 'json':
      return written({ mcpServers: { recado: { type: 'http', url, headers } } })
    case 'claude':
      return `claude mcp add --transport http recado ${url} --header "Authorization: Bearer ${key}"`
    case 'vscode':
      return written({ servers: { recado: { type: 'http', url, headers } } })
    case 'curl':
      return [
        `curl ${url} \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -H "Accept: application/json, text/event-stream" \\`,
        `  -d '${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}'`,
      ].join('\n')
  }
}
