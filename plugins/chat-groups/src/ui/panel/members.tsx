import {
  Avatar,
  Badge,
  Button,
  ConfirmDialog,
  DropdownMenu,
  Icon,
  IconButton,
  Input,
  MenuItem,
  MenuSeparator,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { Group } from '../../groups/group.ts'
import { useGroupActs } from '../use-group.ts'
import { AddMember } from './add-member.tsx'

type Member = Group['members'][number]

/** Members drawn at once: a group may have a thousand. */
const shownAtOnce = 50
/** From this many on they can be searched. */
const searchedFrom = 10

export const nameOf = ({ name, phone, id }: Pick<Member, 'name' | 'phone' | 'id'>): string =>
  name ?? (phone === null ? id.replace(/@.*$/, '') : phone.startsWith('+') ? phone : `+${phone}`)

/** Who is in the group, administrators first, as far as the channel lists them. `acts`: what the user may do. */
export function Members({
  ticketId,
  group: { members, total },
  acts,
}: {
  ticketId: string
  group: Group
  acts: Group['memberActs']
}) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const [shown, setShown] = useState(shownAtOnce)
  const wanted = sought.trim().toLocaleLowerCase()
  const found = members.filter((member) =>
    `${nameOf(member)} ${member.phone ?? ''}`.toLocaleLowerCase().includes(wanted),
  )
  return (
    <section className="flex flex-col gap-2" aria-label={t('members.title')}>
      <h4 className="text-sm font-semibold">{t('members.count', { count: total ?? members.length })}</h4>
      {total !== null && total > members.length && <p className="text-sm text-ink-muted">{t('members.partial')}</p>}
      {acts.includes('add') && <AddMember ticketId={ticketId} />}
      {members.length >= searchedFrom && (
        <Input
          type="search"
          aria-label={t('members.search')}
          placeholder={t('members.search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      <ul className="flex flex-col gap-1">
        {found.slice(0, shown).map((member) => (
          <MemberRow key={member.id} ticketId={ticketId} member={member} acts={acts} />
        ))}
      </ul>
      {found.length === 0 && <p className="text-sm text-ink-muted">{t('members.none')}</p>}
      {found.length > shown && (
        <Button size="small" variant="ghost" onClick={() => setShown(shown + shownAtOnce)}>
          {t('members.more')}
        </Button>
      )}
    </section>
  )
}

function MemberRow({ ticketId, member, acts }: { ticketId: string; member: Member; acts: Group['memberActs'] }) {
  const { t } = useWords()
  const { members, tell } = useGroupActs(ticketId)
  const [isRemoving, setRemoving] = useState(false)
  const who = nameOf(member)
  const rank = member.role === 'admin' ? 'demote' : 'promote'
  const mayRank = acts.includes(rank)
  const mayRemove = acts.includes('remove')
  return (
    <li className="flex min-h-10 items-center gap-2">
      <Avatar name={who} size={28} decorative />
      <span className="min-w-0 flex-1 truncate text-sm" title={who}>
        {member.isSelf ? t('members.self') : who}
      </span>
      {member.role !== 'member' && <Badge>{t(`members.${member.role}`)}</Badge>}
      {(mayRank || mayRemove) && !member.isSelf && member.role !== 'owner' && (
        <DropdownMenu
          trigger={
            <IconButton
              size="small"
              label={t('members.actsOf', { who })}
              icon={<Icon name="ellipsis" size={15} />}
              busy={members.isPending}
            />
          }
        >
          {mayRank && (
            <MenuItem onSelect={() => members.mutate({ act: rank, people: [member.id] }, { onError: tell })}>
              {t(`members.${rank}`)}
            </MenuItem>
          )}
          {mayRank && mayRemove && <MenuSeparator />}
          {mayRemove && (
            <MenuItem tone="danger" onSelect={() => setRemoving(true)}>
              {t('members.remove')}
            </MenuItem>
          )}
        </DropdownMenu>
      )}
      <ConfirmDialog
        title={t('members.removeWho', { who })}
        description={t('members.removeConsequence')}
        confirmLabel={t('members.remove')}
        tone="danger"
        open={isRemoving}
        onOpenChange={setRemoving}
        onConfirm={() => members.mutateAsync({ act: 'remove', people: [member.id] })}
      />
    </li>
  )
}
