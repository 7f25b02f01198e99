import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testHouse } from '#testing/house.ts'

/** What people choose, and the file that says in a sentence that it is taken. */
const chosen: Record<string, string> = {
  tags_name: 'people/labels/service.ts',
  groups_name: 'people/labels/service.ts',
  snippets_name: 'conversations/snippets/service.ts',
  snippets_shortcut: 'conversations/snippets/service.ts',
  macros_name: 'conversations/macros/service.ts',
  sms_keywords_word: 'sms/keywords/service.ts',
  web_domains_host: 'web-domains/service.ts',
  web_domains_verified: 'web-domains/service.ts',
  sending_domains_once: 'messaging/domains/service/setup.ts',
  giving_funds_code: 'donations/funds/service.ts',
  bank_lines_entry: 'donations/bookkeeping/service.ts',
  email_campaigns_ready: 'email/newsletters/service.ts',
  factors_name: 'identity/factors/service.ts',
  users_email: 'identity/service.ts',
  passkeys_credential: 'identity/passkeys/service.ts',
  assistant_automations_name: 'assistant/service/automations.ts',
  assistant_templates_name: 'assistant/service/templates.ts',
  evaluation_cases_question: 'assistant/evaluation/service.ts',
  content_entries_slot: 'content-calendar/service.ts',
  content_entries_rule: 'content-calendar/service.ts',
  client_addresses_slug: 'clients/public-address/service.ts',
  pages_slug: 'pages/service.ts',
  page_redirects_slug: 'pages/redirects/service.ts',
  calendar_types_slug: 'calendar/types/service.ts',
  calendar_resources_member: 'calendar/resources/service.ts',
  funnels_slug: 'funnels/service.ts',
  business_card_slugs_slug: 'business-cards/service/addresses.ts',
  person_fields_key: 'people/fields/service.ts',
  people_external: 'people/service/list.ts',
  video_libraries_name: 'videos/libraries/service.ts',
  video_captions_language: 'videos/captions/service.ts',
  course_cohorts_name: 'courses/enrollments/service.ts',
  membership_sites_slug: 'membership/service.ts',
  podcasts_library: 'podcasts/service.ts',
  podcasts_slug: 'podcasts/service.ts',
  videos_file: 'videos/service/editing.ts',
  video_pictures_file: 'videos/service/pictures.ts',
}
const saysSo = /'23505'|isTaken|onConflictDo\w+\(|throw invalid\('(slug|label|userId|question)'/

/**
 * What nobody types: keys of what comes twice, numbers that are counted, tokens, one row for each account. A second row is
 * the first one said again (on conflict), or two at once, of whom the second hears the general sentence (kernel/expose).
 */
const repeated = new Set(
  `
  account_exports_one api_key_usage_key api_keys_hash api_keys_previous_hash appointment_details_of
  appointment_reminders_once appointments_booking appointments_occurrence appointments_uid arrived_mails_once
  assistant_settings_one assistant_templates_key assistant_threads_one assistant_turns_item attendance_absences_once
  attendance_cards_household attendance_cards_token attendance_check_ins_once attendance_headcounts_once
  attendance_settings_once bank_lines_key billing_customers_one billing_customers_stripe bookkeeping_codes_key
  browsers_here_one business_card_exchanges_key business_card_takes_once calendar_feeds_hash calendar_sandbox_uid
  calendar_source_events_once calendar_type_hosts_once call_recordings_sid call_steps_once calls_sid
  carrier_accounts_one carrier_sandbox_number chat_files_file chat_settings_one clients_house clients_slug
  contact_once contact_points_once content_feeds_hash content_settings_one conversation_drafts_one
  conversation_items_call conversation_items_key conversation_items_message conversation_reads_one
  conversation_views_name conversation_visitors_chat conversations_address conversations_person crisis_alerts_source
  crisis_pages_one crisis_settings_one email_campaigns_resend email_campaigns_slug email_recipients_once
  form_partials_once form_stats_day form_submissions_once form_versions_number forms_slug funnel_conversions_once
  funnel_days_once funnel_tests_step funnel_visits_once getting_started_one gift_aid_claim_gifts_once
  gift_requests_gift gifts_key gifts_payment giving_campaign_donors_one giving_campaign_totals_one
  giving_campaigns_slug giving_care_once giving_first_gifts_person giving_funds_default giving_published_sums_one
  giving_receipt_counters_year giving_receipt_settings_one giving_receipts_gift giving_receipts_number
  giving_receipts_statement giving_text_givers_number giving_text_settings_one giving_texts_message
  group_members_once held_campaigns_once household_members_once household_suggestions_once
  household_suggestions_other households_external idempotency_keys_call inbound_events_once invitations_open
  invitations_token invoices_stripe knowledge_sources_live language_model_settings_one language_model_usage_one
  lead_settings_one ledger_accounts_key ledger_entries_key ledger_entries_reverses ledger_periods_one
  limit_notices_open link_goals_one mail_reports_once members_user messages_dedupe notification_preferences_once
  notifications_dedupe number_lines_one oauth_authorizations_code own_phones_one page_images_file
  certificates_enrollment certificates_number certificates_public course_enrollments_current course_grants_once
  course_versions_number courses_slug lesson_comments_key lesson_notes_once lesson_progress_once lesson_submissions_waiting
  membership_orders_key membership_site_courses_once quiz_attempts_number page_versions_number pages_home pathway_people_current pathway_signoffs_once pathways_slug payment_differences_one payment_events_one payment_gateways_one
  payment_payouts_one payment_saved_methods_one payment_settings_one payment_tries_payment payments_checkout
  payments_external payments_key payments_sandbox_key people_import_key person_field_values_once person_merges_gone
  person_tags_once phone_numbers_default phone_numbers_once plan_charges_period plan_subscriptions_key
  portal_links_hash portal_sessions_hash possible_duplicates_once prayer_counts_request prayer_settings_one
  prayers_device prayers_user prices_on_sale prices_stripe pricing_plans_product recurring_gifts_first review_request_campaigns_code review_requests_once review_requests_token review_sources_entry reviews_once
  sale_plans_link sale_prices_current sales_invoice_counters_kind sales_invoice_credits_key
  sales_invoice_credits_number sales_invoice_events_key sales_invoice_fees_period sales_invoice_lines_place
  sales_invoice_payments_key sales_invoice_payments_payment sales_invoice_settings_one sales_invoices_number
  sales_invoices_token sales_ref sending_days_once serving_assignments_once sermon_shares_token sermon_versions_number short_link_days_one
  short_link_recipients_code short_link_rollups_one short_links_code short_links_place short_links_target
  sms_campaigns_run sms_keyword_uses_once sms_monthly_costs_one sms_recipients_once sms_registrations_one sms_settings_one sms_votes_once
  stripe_events_once stripe_sandbox_notice study_answers_one study_participants_key study_sessions_code
  subscriptions_stripe support_conversations_token support_messages_once suppressions_once timeline_source
  topics_key video_people_once video_positions_person video_positions_user video_shares_token video_sizes_once video_views_once video_watches_once videos_public_id videos_slug web_domains_primary weekly_letters_once workflow_approvals_once workflow_runs_event workflow_steps_once
  workflow_timers_run workflow_versions_number
  call_compliance_one dnc_numbers_once robocall_attempts_message robocall_recipients_once
  `
    .trim()
    .split(/\s+/),
)

test('every unique index is named here, with the place that says that something is taken', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and not i.indisprimary and n.nspname in ('public', 'auth')
      and not c.relispartition and c.relname !~ '_client_id_id_(key|unique)$|_once_per_client$'`)
  const names = rows.map(({ name }) => name)
  expect(names.filter(name => !(name in chosen) && !repeated.has(name)).sort()).toEqual([])
  expect([...Object.keys(chosen), ...repeated].filter(name => !names.includes(name))).toEqual([])
})

test.each(Object.entries(chosen))('who chooses what %s has already hears it in a sentence of %s', (_, file) => {
  expect(readFileSync(`src/modules/${file}`, 'utf8')).toMatch(saysSo)
})
