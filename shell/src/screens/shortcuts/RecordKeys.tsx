import { Button, Dialog, Field, Input } from '@recado/sdk/ui'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyBinding } from '../../base/contracts.ts'
import { useKeysInForce } from '../../base/shortcuts/bindings-context.ts'
import { holderOf, refusalOf, type KeyRefusal } from '../../base/shortcuts/bindings.ts'
import { keysText, pressedKeys } from '../../base/shortcuts/keys.ts'
import type { ShortcutRow } from '../../parts/navigation/use-shortcut-rows.ts'

/**
 * Asks for keys by having them pressed. The field is one of text, so that a screen reader hands the keys on; Tab leaves
 * it and Escape closes. Keys that stand for another act are told, and taken from it only when that is said.
 */
export function RecordKeys({
  row,
  rows,
  onGive,
  onClose,
}: {
  row: ShortcutRow
  rows: readonly ShortcutRow[]
  onGive(keys: KeyBinding): void
  onClose(): void
}) {
  const { t } = useTranslation('keys')
  const { bindings, labels } = useKeysInForce()
  const [keys, setKeys] = useState<KeyBinding | null>(null)
  const [refused, setRefused] = useState<{ keys: KeyBinding; why: KeyRefusal } | null>(null)
  const holder = keys && rows.find(({ id }) => id === holderOf(bindings, row.id, keys))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') return
    event.preventDefault()
    const pressed = pressedKeys(event.nativeEvent)
    if (!pressed || event.repeat) return
    const why = refusalOf(row.id, pressed, event.key)
    setRefused(why && { keys: pressed, why })
    setKeys(why ? null : pressed)
  }
  const give = () => {
    if (!keys) return
    onGive(keys)
    onClose()
  }
  return (
    <Dialog
      title={t('record.title', { act: row.label })}
      description={t('record.detail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button variant="primary" disabled={!keys} onClick={give}>
            {t(holder ? 'record.take' : 'shell:action.save')}
          </Button>
        </>
      }
    >
      <Field
        label={t('record.keys')}
        error={refused ? t(`record.refused.${refused.why}`, { keys: keysText(refused.keys, labels) }) : undefined}
      >
        <Input
          readOnly
          autoFocus
          className="text-center font-semibold"
          value={keys ? keysText(keys, labels) : ''}
          placeholder={t('record.press')}
          onKeyDown={onKeyDown}
        />
      </Field>
      <p role="status" className="min-h-5 text-list text-ink-muted">
        {keys &&
          (holder
            ? t('record.held', { keys: keysText(keys, labels), act: holder.label })
            : t('record.free', { keys: keysText(keys, labels) }))}
      </p>
    </Dialog>
  )
}
