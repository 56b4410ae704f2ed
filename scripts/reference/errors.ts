import { errorCatalogue, type ErrorCode } from '../../core/contracts/src/errors.ts'
import { housePlugins } from './house-plugins.ts'
import { code, page, table } from './table.ts'

const words = { spec: 'specification', house: 'Recado' } as const

export async function errors(): Promise<string> {
  const declaring = (await housePlugins()).filter((plugin) => Object.keys(plugin.errors).length > 0)
  return page(
    'Error codes',
    'Every refusal of the server is one of these codes, sent as `{ "error": CODE }` with the status beside it. ' +
      'Facts may stand next to the code: `requestId`, `ticketId`, `retryAfterSeconds`, `issues` (the fields that ' +
      'do not fit), `detail`, `limit`. The interface turns a code into a sentence in the user’s language.',
    [
      'Codes of features that do not exist yet stand here already; a plugin that brings one takes its codes with it.',
      'The statements list the [codes that nothing raises yet](statements.md#codes-that-nothing-raises-yet).',
    ].join(' '),
    'Origin *specification*: the code and its spelling are the product’s. Origin *Recado*: the code was added here.',
    table(
      ['Code', 'Status', 'When', 'Origin'],
      (Object.keys(errorCatalogue) as ErrorCode[]).map((name) => {
        const { status, when, origin } = errorCatalogue[name]
        return [code(name), String(status), when, words[origin]]
      }),
    ),
    '## Of the plugins in this repository',
    'A plugin declares codes of its own, with their sentences among its words ([how](../plugins/errors.md)). ' +
      'They are answered where the plugin is enabled.',
    ...declaring.flatMap(({ id, title, errors: declared }) => [
      `### ${title['en']} (${code(id)})`,
      table(
        ['Code', 'Status', 'When', 'Facts'],
        Object.entries(declared).map(([name, { status, when, facts = [] }]) => [
          code(name),
          String(status),
          when,
          facts.map(code).join(', '),
        ]),
      ),
    ]),
  )
}
