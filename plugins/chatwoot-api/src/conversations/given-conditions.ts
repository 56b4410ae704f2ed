import type { Work } from '../account.ts'
import { invalid } from '../http/answer.ts'
import { fieldsOf } from '../http/fields.ts'
import { objectOf, type NumberedKind } from '../numbers/numbers.ts'
import { operators, type Condition } from './conditions.ts'

const mostConditions = 20
const mostValues = 50

/** Keys whose values are numbers of objects. */
const numbered: Readonly<Record<string, NumberedKind>> = {
  assignee_id: 'agent',
  inbox_id: 'inbox',
  team_id: 'team',
  display_id: 'conversation',
}
const instants: readonly string[] = ['created_at', 'last_activity_at']

/**
 * Conditions of `POST …/conversations/filter`, in groups of which one is enough: AND binds before OR, as there.
 * `given`: the list, or an object with it as `payload`. @throws Fault 422 for one that cannot be understood
 */
export async function conditionsOf(work: Work, given: unknown): Promise<readonly (readonly Condition[])[]> {
  const list = Array.isArray(given) ? given : fieldsOf(given)['payload']
  if (!Array.isArray(list) || list.length === 0 || list.length > mostConditions)
    throw invalid('payload must be a list of conditions', 'payload')
  const groups: Condition[][] = [[]]
  for (const [index, one] of list.entries()) {
    groups.at(-1)!.push(await conditionOf(work, one))
    const { query_operator } = fieldsOf(one)
    const isOr = typeof query_operator === 'string' && /^or$/i.test(query_operator)
    if (isOr && index < list.length - 1) groups.push([])
  }
  return groups
}

async function conditionOf(work: Work, given: unknown): Promise<Condition> {
  const { attribute_key: key, filter_operator, values } = fieldsOf(given)
  if (typeof key !== 'string' || key === '' || key.length > 100)
    throw invalid('Attribute key is invalid', 'attribute_key')
  const operator = operators.find((one) => one === filter_operator)
  if (!operator) throw invalid('Filter operator is not supported', 'filter_operator')
  const list: readonly unknown[] = Array.isArray(values)
    ? values
    : values === undefined || values === null
      ? []
      : [values]
  const wanted = list.map(plainValue)
  if (list.length > mostValues || wanted.includes(undefined)) throw invalid('Values are invalid', 'values')
  const kind = Object.hasOwn(numbered, key) ? numbered[key] : undefined
  if (kind === undefined) return { key, operator, values: wanted.map((value) => comparable(key, value!)) }
  const objects = await Promise.all(wanted.map((value) => objectOf(work, kind, value)))
  return { key, operator, values: objects.filter((object) => object !== undefined) }
}

/** Values come as texts, as numbers, or as the choices of a list: `{ id, name }`. */
function plainValue(given: unknown): string | undefined {
  const value = typeof given === 'object' && given !== null ? fieldsOf(given)['id'] : given
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, 255) : undefined
}

function comparable(key: string, value: string): string | number {
  if (!instants.includes(key)) return value.toLowerCase()
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw invalid('Values are invalid', 'values')
  return at
}
