import { createRequire } from 'node:module'

/* The published n8n node for Chatwoot, and as much of n8n as its declared requests need. */

interface Property {
  readonly name: string
  readonly type: string
  readonly default?: unknown
  readonly options?: readonly { readonly value: string; readonly routing?: { readonly request: Declared } }[]
  readonly displayOptions?: {
    readonly show?: Readonly<Record<'resource' | 'operation', readonly string[] | undefined>>
  }
  readonly routing?: {
    readonly send?: { readonly type: 'body' | 'query'; readonly property: string; readonly value: string }
  }
}
interface Declared {
  readonly method: string
  readonly url: string
}
interface NodeDescription {
  readonly requestDefaults: { readonly headers: Record<string, string> }
  readonly properties: readonly Property[]
}
interface CredentialDescription {
  readonly authenticate: { readonly properties: { readonly headers: Record<string, string> } }
}
/** What the person who builds a workflow entered; everything else has the default of its field. */
export type Parameters = Readonly<Record<string, unknown>>
export interface Operation {
  readonly resource: string
  readonly name: string
}
export interface NodeAnswer {
  readonly status: number
  readonly type: string
  readonly body: unknown
}

const load = createRequire(import.meta.url)
const { ChatWoot } = load('@devlikeapro/n8n-nodes-chatwoot/dist/nodes/ChatWoot/ChatWoot.node.js') as {
  ChatWoot: new () => { readonly description: NodeDescription }
}
const { ChatWootApi } = load('@devlikeapro/n8n-nodes-chatwoot/dist/credentials/ChatWootApi.credentials.js') as {
  ChatWootApi: new () => CredentialDescription
}

/** An expression of the kinds that the node has: parameters and credentials in a text. */
const filled = (expression: string, values: Parameters): string =>
  expression
    .replace(/^=/, '')
    .replaceAll(/\{\{\s*\$(?:parameter\["(\w+)"\]|credentials\.(\w+))\s*\}\}/g, (_, one: string, other: string) =>
      String(values[one ?? other]),
    )

/** The node as n8n runs it: every declared field is sent, with its default where nothing was entered. */
export class N8nNode {
  readonly #node = new ChatWoot().description
  readonly #credential = new ChatWootApi()
  readonly #url: string
  readonly #token: string
  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  get operations(): readonly Operation[] {
    return this.#node.properties.flatMap(({ name, displayOptions, options }) =>
      name === 'operation' && options
        ? options.map(({ value }) => ({ resource: displayOptions!.show!.resource![0]!, name: value }))
        : [],
    )
  }

  async run({ resource, name }: Operation, given: Parameters = {}): Promise<NodeAnswer> {
    const fields = this.#node.properties.filter(
      ({ displayOptions }) => displayOptions?.show?.resource?.includes(resource) === true,
    )
    const { request } = fields
      .flatMap((field) => (field.name === 'operation' ? (field.options ?? []) : []))
      .find(({ value }) => value === name)!.routing!
    const entered: Record<string, unknown> = {}
    const query = new URLSearchParams()
    const body: Record<string, unknown> = {}
    for (const field of fields.filter(({ displayOptions }) => displayOptions!.show!.operation?.includes(name))) {
      const value = field.name in given ? given[field.name] : field.default
      entered[field.name] = value
      const send = field.routing?.send
      if (!send || value === undefined) continue
      if (send.type === 'query') query.set(send.property, String(value))
      else body[send.property] = send.value.includes('JSON.parse') ? JSON.parse(String(value)) : value
    }
    const address = `${this.#url}${filled(request.url, { ...entered, ...given })}${query.size > 0 ? `?${query}` : ''}`
    const hasBody = !['GET', 'HEAD'].includes(request.method) && Object.keys(body).length > 0
    const response = await fetch(address, {
      method: request.method,
      headers: {
        ...this.#node.requestDefaults.headers,
        ...Object.fromEntries(
          Object.entries(this.#credential.authenticate.properties.headers).map(([header, value]) => [
            header,
            filled(value, { accessToken: this.#token }),
          ]),
        ),
      },
      ...(hasBody && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, body: type.includes('json') && text !== '' ? JSON.parse(text) : text }
  }
}
