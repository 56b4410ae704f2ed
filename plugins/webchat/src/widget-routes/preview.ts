import { widgetPage } from './frame.ts'
import { widgetFiles } from './widget-files.ts'

/**
 * The widget as it will look, for the settings of a connection: only this origin may frame it. The settings come by
 * `postMessage` while they are typed, so that the icon may be anywhere.
 */
export const servePreview = (): Response =>
  widgetPage({ script: widgetFiles.preview, data: {}, images: ' https:', sounds: '', ancestors: "'self'" })
