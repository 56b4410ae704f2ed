import { createWidget } from './widget.ts'
import { takeOver } from './commands.ts'

/**
 * The script a site includes:
 * `<script async src="https://…/p/webchat/widget.js" data-connection="…"></script>`.
 * A second copy of it on the same page does nothing.
 */
const script = document.currentScript
if (script instanceof HTMLScriptElement) {
  const { connection, locale, position } = script.dataset
  if (connection !== undefined) {
    takeOver(window, () =>
      createWidget({
        origin: new URL(script.src).origin,
        connection,
        locale,
        left: position === undefined ? undefined : position === 'left',
      }),
    )
  }
}
