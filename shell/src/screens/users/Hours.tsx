import { Avatar, Button, Dialog, ErrorState, PageHeader, Skeleton, usePermission, useViewer } from '@recado/sdk/ui'
import { Copy, Repeat } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserRecord } from '../../base/contracts.ts'
import { ColleagueList } from '../../parts/people/ColleagueList.tsx'
import { CopyHours, type HoursOfUser } from './CopyHours.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { brokenDays } from '../../data/hours/weekly.ts'
import { UserHours } from './UserHours.tsx'
import { useUser, useUserActs } from '../../data/users/use-users.ts'

/**
 * `/configuracoes/horarios`: login hours and availability of one user after another (reading 35). Agents see their
 * own.
 */
export function Hours() {
  const { t } = useTranslation('people')
  const viewer = useViewer()
  const mayManage = usePermission('users.manage')
  const seesOthers = mayManage || viewer.role !== 'user'
  const [userId, setUserId] = useState(viewer.userId)
  const [choosing, setChoosing] = useState(false)
  const user = useUser(userId)
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('hours.title')}
          description={t(mayManage ? 'hours.description' : 'hours.readOnly')}
        />
        {user.isPending && <Skeleton height="20rem" className="rounded-lg" />}
        {user.isError && <ErrorState what={t('hours.what')} error={user.error} onRetry={() => void user.refetch()} />}
        {user.data && (
          <>
            <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
              <Avatar name={user.data.name} src={user.data.image} size={36} decorative />
              <div className="min-w-0 flex-1">
                <h2 className="truncate text-thread font-medium">{user.data.name}</h2>
                <p className="truncate text-list text-ink-muted">{user.data.email}</p>
              </div>
              {seesOthers && (
                <Button icon={<Repeat size={16} />} onClick={() => setChoosing(true)}>
                  {t('hours.chooseUser')}
                </Button>
              )}
            </div>
            <HoursForm
              key={`${user.data.id}-${JSON.stringify([
                user.data.loginMode,
                user.data.loginHours,
                user.data.availability,
              ])}`}
              user={user.data}
              mayManage={mayManage}
            />
          </>
        )}
      </div>
      {choosing && (
        <Dialog
          title={t('hours.chooseUser')}
          open
          onOpenChange={(open) => {
            if (!open) setChoosing(false)
          }}
        >
          <ColleagueList
            label={t('hours.chooseUser')}
            selected={[userId]}
            onChoose={(chosen) => {
              setUserId(chosen.id)
              setChoosing(false)
            }}
          />
        </Dialog>
      )}
    </div>
  )
}

function HoursForm({ user, mayManage }: { user: UserRecord; mayManage: boolean }) {
  const { t } = useTranslation('people')
  const form = useId()
  const { change } = useUserActs()
  const problems = useFieldProblems(change.error)
  const [hours, setHours] = useState<HoursOfUser>({
    loginMode: user.loginMode ?? 'any',
    loginHours: user.loginHours ?? {},
    availability: user.availability ?? {},
  })
  const [copying, setCopying] = useState(false)
  const broken = brokenDays(hours.loginHours).length + brokenDays(hours.availability).length > 0
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!broken) change.mutate({ id: user.id, ...hours })
  }
  return (
    <form id={form} onSubmit={submit} className="flex flex-col gap-4">
      <UserHours draft={hours} disabled={!mayManage} set={(part) => setHours((now) => ({ ...now, ...part }))} />
      {change.isError && (
        <p role="alert" className="k-field-error">
          {problems.general ?? Object.values(problems.of).join(' ')}
        </p>
      )}
      {mayManage && (
        <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-canvas py-3">
          <Button icon={<Copy size={16} />} disabled={broken} onClick={() => setCopying(true)}>
            {t('hours.copyTo')}
          </Button>
          <Button type="submit" variant="primary" busy={change.isPending} disabled={broken}>
            {t('shell:action.save')}
          </Button>
        </div>
      )}
      {copying && <CopyHours from={user} hours={hours} onClose={() => setCopying(false)} />}
    </form>
  )
}
