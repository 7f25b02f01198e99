import { expose } from '#kernel/expose.ts'
import { languageModels } from './contract.ts'
import { saveSettings, settings } from './service/settings.ts'
import { test } from './service/trying.ts'

export const languageModelsRouter = expose(languageModels, { settings, saveSettings, test })
