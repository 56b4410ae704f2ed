import { Refusal } from '@recado/sdk'

/** A refusal in the words of the API that programs expect. */
export class Fault extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super(`answered ${status}`)
    this.name = 'Fault'
    this.status = status
    this.body = body
  }
}

export const notFound = (): Fault => new Fault(404, { error: 'Resource could not be found' })
/** A field that is wrong, as Chatwoot names it. */
export const invalid = (message: string, ...attributes: readonly string[]): Fault =>
  new Fault(422, { message, error: message, attributes })

export const json = (body: unknown, status = 200): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' },
  })

/** What core refuses as an answer of this API. Unknown ones are core's to answer. */
const faultOf = (error: Refusal): Fault | undefined => {
  const { code } = error
  if (/^ERR_NO_(CONTACT|TICKET|MESSAGE|WAPP|TAG|USER|QUEUE)_FOUND$/.test(code)) return notFound()
  const issue = error.facts.issues?.[0]
  if (code === 'ERR_VALIDATION')
    return invalid(issue?.message ?? 'is invalid', ...(issue ? [issue.path.replace(/^body\./, '')] : []))
  if (code === 'ERR_DUPLICATED_CONTACT') return invalid('Phone number has already been taken', 'phone_number')
  if (code === 'ERR_CONNECTION_NAME_EXISTS') return invalid('Name has already been taken', 'name')
  if (code === 'ERR_WEBHOOK_ADDRESS') return invalid('Url is invalid', 'url')
  return undefined
}

/** Runs a handler and answers in the shapes of the API: what it gives as JSON, what it refuses with its status. */
export async function answering(work: () => Promise<unknown>): Promise<Response> {
  try {
    const given = await work()
    return given instanceof Response ? given : json(given)
  } catch (error) {
    if (error instanceof Fault) return json(error.body, error.status)
    const fault = Refusal.is(error) ? faultOf(error) : undefined
    if (!fault) throw error
    return json(fault.body, fault.status)
  }
}
