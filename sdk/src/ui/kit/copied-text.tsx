import { Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { toast } from './toast-queue.ts'
import { useKitWords } from './words.ts'

/** A text to be copied whole: an address, a token, an example. `label` names it for screen readers. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const t = useKitWords()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('textCopied', { what: label })),
      () => toast.error(t('copyFailed')),
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
      <IconButton icon={<Copy size={16} />} label={t('copyText', { what: label })} onClick={() => void copy()} />
    </div>
  )
}
