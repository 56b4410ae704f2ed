import {
  webhookEvents,
  webhookEventTypes,
  webhookTestType,
  type WebhookEventType,
} from '../../core/contracts/src/index.ts'
import { schemaOf, typeOf } from './json-schema.ts'
import { code, page, table } from './table.ts'
import { webhookExamples } from './webhook-examples.ts'

function section(type: WebhookEventType): string {
  const { description, properties = {} } = schemaOf(webhookEvents[type])
  const body = { type, timestamp: '2026-11-20T13:04:05.000Z', data: webhookExamples[type] }
  return [
    `## ${code(type)}`,
    description ?? '',
    table(
      ['Field of `data`', 'Type'],
      Object.entries(properties).map(([field, schema]) => [code(field), typeOf(schema)]),
    ),
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  ].join('\n\n')
}

/** What endpoints of companies are told, with an example of each. */
export const webhooks = (): string =>
  page(
    'Events of webhooks',
    `What a company’s endpoints can be told. The body of each request is \`{ type, timestamp, data }\`; how it ` +
      'is signed, repeated and ordered stands in [Webhooks](../concepts/webhooks.md). Names of fields are those of ' +
      'the API. A change that would break a reader is a new version, sent beside the old one to those that choose ' +
      `it; new fields are no new version. The test button sends ${code(webhookTestType)} with \`{ endpointId }\`.`,
    ...webhookEventTypes.map(section),
  )
