import { Button, ConfirmDialog, Icon, usePermission, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Group } from '../../groups/group.ts'
import { useGroupActs } from '../use-group.ts'
import { EditGroup } from './edit-group.tsx'
import { Invitation } from './invitation.tsx'
import { Members } from './members.tsx'
import { Requests } from './requests.tsx'
import { Rules } from './rules.tsx'

/** A group: what it is, who is in, and for its administrators the ways to change that. */
export function GroupView({ ticketId, group }: { ticketId: string; group: Group }) {
  const { t } = useWords()
  const isManager = usePermission('manage')
  const mayManage = isManager && group.mayManage
  const isMember = group.members.some(({ isSelf }) => isSelf)
  const [isEditing, setEditing] = useState(false)
  /** Whether the user may do what the channel can do. */
  const may = (operation: Group['operations'][number]): boolean => mayManage && group.operations.includes(operation)
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-2" aria-label={group.name}>
        <div className="flex items-start justify-between gap-2">
          <h3 className="min-w-0 text-base font-semibold break-words">{group.name}</h3>
          {may('groups.change') && (
            <Button size="small" icon={<Icon name="pencil" size={15} />} onClick={() => setEditing(true)}>
              {t('edit.open')}
            </Button>
          )}
        </div>
        <p className="text-sm break-words whitespace-pre-line text-ink-muted">
          {group.description ?? t('panel.noDescription')}
        </p>
        {!mayManage && <p className="text-sm text-ink-muted">{t(isMember ? 'panel.noAdmin' : 'panel.notInside')}</p>}
      </section>
      {may('groups.requests') && <Requests ticketId={ticketId} />}
      <Members ticketId={ticketId} group={group} acts={may('groups.members') ? group.memberActs : []} />
      {may('groups.invitation') && <Invitation ticketId={ticketId} />}
      {may('groups.change') && group.rules.length > 0 && <Rules ticketId={ticketId} group={group} />}
      {isMember && isManager && group.operations.includes('groups.leave') && (
        <Leave ticketId={ticketId} name={group.name} />
      )}
      {isEditing && <EditGroup ticketId={ticketId} group={group} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Leave({ ticketId, name }: { ticketId: string; name: string }) {
  const { t } = useWords()
  const { leave } = useGroupActs(ticketId)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" size="small" icon={<Icon name="log-out" size={15} />} onClick={() => setAsking(true)}>
        {t('leave.open')}
      </Button>
      <ConfirmDialog
        title={t('leave.title', { name })}
        description={t('leave.consequence')}
        confirmLabel={t('leave.open')}
        tone="danger"
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => leave.mutateAsync()}
      />
    </>
  )
}
