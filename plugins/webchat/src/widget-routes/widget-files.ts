/**
 * URL of the widget's build, served by core. The names are fixed, so that pages are independent of builds: browsers ask
 * each time whether they still have the newest, which costs a request and no bytes.
 */
export const widgetFiles = {
  loader: '/plugins/webchat/widget/loader.js',
  script: '/plugins/webchat/widget/frame.js',
  preview: '/plugins/webchat/widget/preview.js',
  style: '/plugins/webchat/widget/frame.css',
} as const
