import { Button, ErrorState, PageHeader, Skeleton, Switch } from '@recado/sdk/ui'
import { Volume2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { NotificationChoice, NotificationKind } from '../../base/contracts.ts'
import { chime } from '../../data/notifications/chime.ts'
import { DoNotDisturb } from './DoNotDisturb.tsx'
import { QuietHoursEditor } from './QuietHoursEditor.tsx'
import { Section } from './Section.tsx'
import { ThisDevice } from './ThisDevice.tsx'
import { useChoose, useNotifications } from '../../data/notifications/use-notifications.ts'

const kinds: readonly NotificationKind[] = ['newTicket', 'ownTicket', 'transfer', 'mentioned']

/**
 * `/notificacoes`: kinds, ways and quiet times of notifications. Every choice takes effect at once and on all devices,
 * except in the first part.
 */
export function Notifications() {
  const { t } = useTranslation('notifications')
  const state = useNotifications()
  const choose = useChoose()
  const change = (part: Partial<NotificationChoice>) => {
    if (state.data) choose({ ...state.data.choice, ...part })
  }
  const choice = state.data?.choice
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('title')} description={t('description')} />
        {state.isPending && (
          <div className="flex flex-col gap-3">
            <Skeleton height="6rem" className="rounded-lg" />
            <Skeleton height="9rem" className="rounded-lg" />
            <Skeleton height="9rem" className="rounded-lg" />
          </div>
        )}
        {state.isError && <ErrorState what={t('what')} error={state.error} onRetry={() => void state.refetch()} />}
        {state.data && choice && (
          <>
            <ThisDevice state={state.data} />
            <Section title={t('kinds.title')} detail={t('kinds.detail')}>
              {kinds.map((kind) => (
                <Switch
                  key={kind}
                  label={t(`kinds.${kind}`)}
                  checked={choice[kind]}
                  onCheckedChange={(on) => change({ [kind]: on })}
                />
              ))}
            </Section>
            <Section title={t('how.title')}>
              <Switch
                label={t('how.desktop')}
                checked={choice.desktop}
                onCheckedChange={(desktop) => change({ desktop })}
              />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Switch label={t('how.sound')} checked={choice.sound} onCheckedChange={(sound) => change({ sound })} />
                <Button size="small" onClick={() => void chime()}>
                  <Volume2 size={14} aria-hidden />
                  {t('how.listen')}
                </Button>
              </div>
            </Section>
            <DoNotDisturb
              until={choice.doNotDisturbUntil}
              onChange={(doNotDisturbUntil) => change({ doNotDisturbUntil })}
            />
            <Section title={t('quiet.title')} detail={t('quiet.detail')}>
              <QuietHoursEditor value={choice.quietHours} onChange={(quietHours) => change({ quietHours })} />
            </Section>
          </>
        )}
      </div>
    </div>
  )
}
