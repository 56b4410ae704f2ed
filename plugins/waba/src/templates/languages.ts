/** Languages that a template may be written in, as the provider codes them (list of supported languages of the Cloud API). */
export const languages = [
  'pt_BR', 'pt_PT', 'en', 'en_US', 'en_GB', 'es', 'es_AR', 'es_ES', 'es_MX', 'ru', 'af', 'ar', 'az', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'et', 'fa', 'fi', 'fil', 'fr', 'ga', 'gu', 'ha', 'he', 'hi', 'hr', 'hu',
  'id', 'it', 'ja', 'ka', 'kk', 'kn', 'ko', 'ky_KG', 'lo', 'lt', 'lv', 'mk', 'ml', 'mr', 'ms', 'nb', 'nl', 'pa', 'pl', 'ro', 'rw_RW', 'sk', 'sl', 'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'uz', 'vi',
  'zh_CN', 'zh_HK', 'zh_TW', 'zu',
] as const
