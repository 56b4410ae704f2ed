import { Button, ConfirmDialog, IconButton, PageHeader, toast } from '@recado/sdk/ui'
import { Keyboard, RotateCcw, X } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { KeyBinding, KeyBindings } from '../../base/contracts.ts'
import { usePreferences } from '../../base/preferences/use-preferences.ts'
import { useKeysInForce } from '../../base/shortcuts/bindings-context.ts'
import { withKeys, withOriginal } from '../../base/shortcuts/bindings.ts'
import { Keys } from '../../base/shortcuts/Keys.tsx'
import { suggestedKeys } from '../../base/shortcuts/KeysInForce.tsx'
import type { ShortcutId } from '../../base/shortcuts/product-shortcuts.ts'
import { RecordKeys } from './RecordKeys.tsx'
import { useShortcutSections, type ShortcutRow } from '../../parts/navigation/use-shortcut-rows.ts'

const none: KeyBindings = {}

/**
 * `/atalhos`: which keys stand for what, only for oneself and on every device. Every change takes effect at once and
 * can be taken back.
 */
export function Shortcuts() {
  const { t } = useTranslation('keys')
  const manifest = useManifest()
  const { bindings } = useKeysInForce()
  const [{ shortcuts: own = none }, setPreferences] = usePreferences()
  const [recorded, setRecorded] = useState<ShortcutRow | null>(null)
  const [resetting, setResetting] = useState(false)
  const sections = useShortcutSections(manifest)
  const rows = sections.flatMap((section) => section.rows)
  const keep = (shortcuts: KeyBindings) => setPreferences({ shortcuts })
  const undoable = ({ currentTarget }: MouseEvent, text: string, next: KeyBindings) => {
    // The pressed button may be disabled now; the focus stays in its row.
    currentTarget.closest('li')?.querySelector('button')?.focus()
    keep(next)
    toast.info(text, { id: 'shortcuts', action: { label: t('undo'), onClick: () => keep(own) } })
  }
  const give = (id: ShortcutId, keys: KeyBinding) => keep(withKeys(own, bindings, id, keys))
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('title')}
          description={t('description')}
          actions={
            <Button
              icon={<RotateCcw size={15} />}
              disabled={Object.keys(own).length === 0}
              onClick={() => setResetting(true)}
            >
              {t('resetAll')}
            </Button>
          }
        />
        {sections.map(({ group, rows: acts }) => (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h2 id={`keys-${group}`} className="mb-2 text-thread font-semibold">
              {t(`group.${group}`)}
            </h2>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {acts.map((row) => (
                <li key={row.id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
                  <span className="min-w-0 flex-1 basis-40 text-list wrap-anywhere">{row.label}</span>
                  {row.keys ? <Keys keys={row.keys} /> : <span className="text-xs text-ink-muted">{t('noKeys')}</span>}
                  <span className="ml-auto flex items-center gap-1 pane:ml-0">
                    <Button
                      size="small"
                      aria-label={t('changeOf', { act: row.label })}
                      onClick={() => setRecorded(row)}
                    >
                      {t('changeOne')}
                    </Button>
                    <IconButton
                      size="small"
                      icon={<X size={15} />}
                      label={t('clearOf', { act: row.label })}
                      disabled={!row.keys}
                      onClick={(event) =>
                        undoable(event, t('cleared', { act: row.label }), withKeys(own, bindings, row.id, null))
                      }
                    />
                    <IconButton
                      size="small"
                      icon={<RotateCcw size={15} />}
                      label={t('resetOf', { act: row.label })}
                      disabled={own[row.id] === undefined}
                      onClick={(event) =>
                        undoable(
                          event,
                          t('reset', { act: row.label }),
                          withOriginal(own, row.id, suggestedKeys(manifest)),
                        )
                      }
                    />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p className="flex items-start gap-2 text-list text-ink-muted">
          <Keyboard size={16} className="mt-0.5 shrink-0" aria-hidden />
          {t('layouts')}
        </p>
      </div>
      {recorded && (
        <RecordKeys
          row={recorded}
          rows={rows}
          onGive={(keys) => give(recorded.id, keys)}
          onClose={() => setRecorded(null)}
        />
      )}
      <ConfirmDialog
        title={t('resetAllTitle')}
        description={t('resetAllDetail')}
        confirmLabel={t('resetAll')}
        open={resetting}
        onOpenChange={setResetting}
        onConfirm={() => keep({})}
      />
    </div>
  )
}
