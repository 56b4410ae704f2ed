import type { Account, Work } from '../account.ts'
import { invalid, notFound } from '../http/answer.ts'
import { fieldsOf, text, texts } from '../http/fields.ts'
import { numberOf, objectOf } from '../numbers/numbers.ts'
import {
  deleteWebhook,
  insertWebhook,
  mostWebhooks,
  readWebhooks,
  subscribable,
  updateWebhook,
  type StoredWebhook,
} from './webhook-store.ts'

const shape = async (
  work: Work,
  account: Account,
  { id, url, name, subscriptions }: StoredWebhook,
): Promise<object> => ({
  id: await numberOf(work, 'webhook', id),
  name,
  url,
  subscriptions,
  account_id: account.id,
})

/** Addresses that are told of all inboxes. */
export const webhooksOf = async (work: Work, account: Account): Promise<readonly object[]> =>
  Promise.all((await readWebhooks(work)).map((one) => shape(work, account, one)))

/** What a program says of one; events that are not told here are left out. @throws Fault 422 */
async function givenOf(work: Work, body: unknown, before?: StoredWebhook): Promise<Omit<StoredWebhook, 'id'>> {
  const fields = fieldsOf('webhook' in fieldsOf(body) ? fieldsOf(body)['webhook'] : body)
  const url = text(fields, 'url', 2_000) ?? before?.url
  if (url === undefined) throw invalid("Url can't be blank", 'url')
  const wanted = texts(fields, 'subscriptions')
  const subscriptions = wanted ? subscribable.filter((one) => wanted.includes(one)) : before?.subscriptions
  return {
    url: await work.core.webhooks.check(url),
    name: text(fields, 'name') ?? before?.name ?? '',
    subscriptions: subscriptions ?? subscribable,
  }
}

export async function addWebhook(work: Work, account: Account, body: unknown): Promise<object> {
  const given = await givenOf(work, body)
  const held = await readWebhooks(work)
  if (held.length >= mostWebhooks) throw invalid(`There are ${mostWebhooks} webhooks already`, 'url')
  if (held.some(({ url }) => url === given.url)) throw invalid('Url has already been taken', 'url')
  return shape(work, account, await insertWebhook(work, given))
}

async function requireWebhook(work: Work, given: unknown): Promise<StoredWebhook> {
  const id = await objectOf(work, 'webhook', given)
  const found = (await readWebhooks(work)).find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}

export async function changeWebhook(work: Work, account: Account, id: unknown, body: unknown): Promise<object> {
  const before = await requireWebhook(work, id)
  const after = { id: before.id, ...(await givenOf(work, body, before)) }
  await updateWebhook(work, after)
  return shape(work, account, after)
}

export const removeWebhook = async (work: Work, id: unknown): Promise<void> => {
  await deleteWebhook(work, (await requireWebhook(work, id)).id)
}
