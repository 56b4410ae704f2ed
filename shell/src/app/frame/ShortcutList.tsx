import { Button, Dialog } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ShellManifest } from '../../base/contracts.ts'
import { useKeysInForce } from '../../base/shortcuts/bindings-context.ts'
import { Keys } from '../../base/shortcuts/Keys.tsx'
import { newlineKeys } from '../../base/shortcuts/newline-keys.ts'
import { useShortcutSections } from '../../parts/navigation/use-shortcut-rows.ts'

/** `Ctrl /`: the keys that hold for this user now. Acts without keys are on the page where they are given some. */
export default function ShortcutList({ manifest, onClose }: { manifest: ShellManifest; onClose(): void }) {
  const { t } = useTranslation('keys')
  const router = useRouter()
  const { bindings } = useKeysInForce()
  const sections = useShortcutSections(manifest)
    .map(({ group, rows }) => ({
      group,
      rows: [
        ...rows.flatMap(({ id, label, keys }) => (keys ? [{ id: id as string, label, keys }] : [])),
        ...(group === 'writing' ? [{ id: 'newline', label: t('newline'), keys: newlineKeys(bindings) }] : []),
      ],
    }))
    .filter(({ rows }) => rows.length > 0)
  const change = () => {
    onClose()
    void router.navigate({ to: '/atalhos' })
  }
  return (
    <Dialog
      title={t('title')}
      shape="wide"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={change}>{t('change')}</Button>}
    >
      {/* Without a focus of its own, a list that is longer than the window could not be scrolled by keys. */}
      <div className="gap-6 pane:columns-2" role="group" aria-label={t('title')} tabIndex={0}>
        {sections.map(({ group, rows }) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 text-xs font-semibold text-ink-muted">{t(`group.${group}`)}</h3>
            <dl className="flex flex-col">
              {rows.map(({ id, label, keys }) => (
                <div
                  key={id}
                  className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-0"
                >
                  <dt className="min-w-0 text-list wrap-anywhere">{label}</dt>
                  <dd className="shrink-0">
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
