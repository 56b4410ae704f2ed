import { Button } from '@recado/sdk/ui'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { UserWithQueues } from '../../base/contracts.ts'
import { ColleagueList } from '../../parts/people/ColleagueList.tsx'
import { useColleagues } from '../../data/users/use-users.ts'

/** Users to add and to remove, by id, with their names. */
export interface PeopleDraft {
  readonly add: ReadonlyMap<UserId, string>
  readonly remove: ReadonlyMap<UserId, string>
}
type UserId = UserWithQueues['id']
export const nobodyMoves: PeopleDraft = { add: new Map(), remove: new Map() }

/** Members of a queue, and users who could be added. Changes are sent with the form. */
export function QueuePeople({
  queueId,
  draft,
  onChange,
}: {
  queueId: string | undefined
  draft: PeopleDraft
  onChange(draft: PeopleDraft): void
}) {
  const { t } = useTranslation('queues')
  const isMember = ({ id, queues }: UserWithQueues): boolean =>
    draft.add.has(id) || (!draft.remove.has(id) && queues.some((queue) => queue.id === queueId))
  const toggle = (user: UserWithQueues): void => {
    const wasMember = user.queues.some(({ id }) => id === queueId)
    const [add, remove] = [new Map(draft.add), new Map(draft.remove)]
    if (isMember(user)) {
      add.delete(user.id)
      if (wasMember) remove.set(user.id, user.name)
    } else {
      remove.delete(user.id)
      if (!wasMember) add.set(user.id, user.name)
    }
    onChange({ add, remove })
  }
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-list font-semibold">{t('people.title')}</h3>
      <p className="k-help">{t('people.help')}</p>
      {draft.add.size > 0 && <Names label={t('people.new')} names={[...draft.add]} />}
      {queueId === undefined ? null : <Members queueId={queueId} isMember={isMember} onRemove={toggle} />}
      <ColleagueList label={t('people.choose')} selected={isMember} onChoose={toggle} />
    </section>
  )
}

const Names = ({ label, names }: { label: string; names: readonly (readonly [string, string])[] }) => (
  <p className="text-list" role="status">
    <span className="text-ink-muted">{label}</span> {names.map(([, name]) => name).join(', ')}
  </p>
)

/** Current members, without those that the form removes. */
function Members({
  queueId,
  isMember,
  onRemove,
}: {
  queueId: string
  isMember(user: UserWithQueues): boolean
  onRemove(user: UserWithQueues): void
}) {
  const { t } = useTranslation('queues')
  const query = useColleagues({ searchParam: '', queueId })
  const members = query.data?.pages.flatMap((page) => page.users).filter(isMember) ?? []
  if (!query.isSuccess) return null
  if (members.length === 0)
    return (
      <p className="text-list text-warning" role="status">
        {t('people.nobody')}
      </p>
    )
  return (
    <ul aria-label={t('people.title')} className="flex flex-wrap gap-1.5">
      {members.map((user) => (
        <li key={user.id}>
          <Button size="small" aria-label={t('people.takeOut', { name: user.name })} onClick={() => onRemove(user)}>
            <span className="max-w-48 truncate">{user.name}</span>
            <X size={12} aria-hidden />
          </Button>
        </li>
      ))}
      {query.hasNextPage && (
        <li>
          <Button
            size="small"
            variant="ghost"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </li>
      )}
    </ul>
  )
}
