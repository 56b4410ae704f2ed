import { errorCatalogue, type ErrorCode } from '../../core/contracts/src/errors.ts'
import { code, page, table } from './table.ts'

const words = { spec: 'specification', house: 'Recado' } as const

export const errors = (): string =>
  page(
    'Error codes',
    'Every refusal of the server is one of these codes, sent as `{ "error": CODE }` with the status beside it. Facts may stand next to the code: `requestId`, `ticketId`, `retryAfterSeconds`, `issues` (the fields that do not fit), `detail`, `limit`. The interface turns a code into a sentence in the user’s language.',
    [
      'Codes of features that do not exist yet stand here already, so that the plugins that bring them find code and words.',
      'Which codes nothing raises yet, of those that the specification names, say the [statements](statements.md#8-errors).',
    ].join(' '),
    'Origin *specification*: the code and its spelling are the product’s. Origin *Recado*: the code was added here.',
    table(
      ['Code', 'Status', 'When', 'Origin'],
      (Object.keys(errorCatalogue) as ErrorCode[]).map((name) => {
        const { status, when, origin } = errorCatalogue[name]
        return [code(name), String(status), when, words[origin]]
      }),
    ),
  )
