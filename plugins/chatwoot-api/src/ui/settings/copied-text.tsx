import { Icon, IconButton, toast, useWords } from '@recado/sdk/ui'

/** A text to be copied whole: an address, a token, an example. `label` names it for screen readers. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const { t } = useWords()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('copy.done', { what: label })),
      () => toast.error(t('copy.failed')),
    )
  return (
    <div className="flex min-w-0 items-start gap-2">
      <pre
        aria-label={label}
        role="region"
        tabIndex={0}
        className="scroll-thin min-w-0 flex-1 overflow-x-auto rounded-md border border-line bg-canvas p-2 text-list"
      >
        <code>{text}</code>
      </pre>
      <IconButton
        icon={<Icon name="copy" size={16} />}
        label={t('copy.copy', { what: label })}
        onClick={() => void copy()}
      />
    </div>
  )
}
