CREATE TABLE "billing_customers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"provider" text NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"card" text,
	"clock_shift" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "billing_customers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "billing_customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoices" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"subscription_id" uuid NOT NULL,
	"stripe_invoice_id" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"amount_due" bigint NOT NULL,
	"amount_paid" bigint NOT NULL,
	"amount_refunded" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"url" text,
	CONSTRAINT "invoices_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "limit_notices" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"percent" integer NOT NULL,
	"cleared_at" timestamp with time zone,
	CONSTRAINT "limit_notices_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "limit_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"product_id" uuid NOT NULL,
	"unit_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"provider" text,
	"stripe_price_id" text
);
--> statement-breakpoint
ALTER TABLE "prices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pricing_plans" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"family" text NOT NULL,
	"product_id" uuid NOT NULL,
	"popular" boolean DEFAULT false NOT NULL,
	"features" jsonb DEFAULT '[]' NOT NULL,
	"limits" jsonb DEFAULT '{}' NOT NULL,
	"grants" jsonb DEFAULT '[]' NOT NULL,
	"trial_days" integer DEFAULT 14 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pricing_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"sync_state" text DEFAULT 'pending' NOT NULL,
	"sync_problem" text,
	"provider" text,
	"stripe_product_id" text
);
--> statement-breakpoint
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"problem" text,
	"processed_at" timestamp with time zone,
	CONSTRAINT "stripe_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "stripe_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid,
	"provider" text NOT NULL,
	"stripe_subscription_id" text NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"price_id" uuid NOT NULL,
	"status" text NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"trial_end" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_price_id" uuid,
	"past_due_since" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"comp" boolean DEFAULT false NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_exports" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"requested_by" uuid NOT NULL,
	"for_operator" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"problem" text,
	CONSTRAINT "account_exports_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_entries" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "support_entries_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversation_items" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"message_id" uuid,
	"user_id" uuid,
	"body" text DEFAULT '' NOT NULL,
	"direction" text NOT NULL,
	CONSTRAINT "conversation_items_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversation_reads" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"last_read_id" uuid,
	CONSTRAINT "conversation_reads_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid,
	"address" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assigned_to" uuid,
	"snoozed_until" timestamp with time zone,
	"last_item_id" uuid,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp with time zone,
	"review" text,
	CONSTRAINT "conversations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"topic" text DEFAULT 'newsletter' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_for" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"slug" text,
	"made_by" uuid,
	"problem" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "email_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_recipients" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"address" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message_id" uuid,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "email_recipients_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_reports" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"message_id" uuid NOT NULL,
	"value" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "mail_reports_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notification_preferences_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "provider_checks" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"provider" text NOT NULL,
	"adapter" text NOT NULL,
	"ok" boolean NOT NULL,
	"problem" text,
	"milliseconds" integer NOT NULL,
	CONSTRAINT "provider_checks_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "provider_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "queue_actions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"action" text NOT NULL,
	"queue" text NOT NULL,
	"job_ids" jsonb NOT NULL,
	CONSTRAINT "queue_actions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "queue_actions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_conversations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"user_id" uuid,
	"user_name" text,
	"state" text DEFAULT 'open' NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"last_text" text DEFAULT '' NOT NULL,
	"last_author" text DEFAULT 'visitor' NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_hash" text NOT NULL,
	CONSTRAINT "support_conversations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_messages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"author" text NOT NULL,
	"author_id" uuid,
	"author_name" text,
	"text" text NOT NULL,
	"key" text NOT NULL,
	"ip_hash" text,
	CONSTRAINT "support_messages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"submission_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"mail_key" text NOT NULL,
	CONSTRAINT "contact_replies_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_replies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "incident_updates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"incident_id" uuid NOT NULL,
	"state" text NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "incident_updates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "incident_updates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "incidents" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"impact" text NOT NULL,
	"state" text NOT NULL,
	"services" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "incidents_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "incidents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_sandbox_notices" (
	"id" text PRIMARY KEY,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "stripe_sandbox_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_sandbox_objects" (
	"id" text PRIMARY KEY,
	"kind" text NOT NULL,
	"customer" text,
	"data" jsonb NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_sandbox_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "access" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "billing_state" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "billing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "brand_color" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "purpose" text DEFAULT 'transactional' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "topic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sender_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "headers" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "skip_reason" text;--> statement-breakpoint
ALTER TABLE "contact_form_submissions" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_form_submissions" ADD COLUMN "answer_key" text;--> statement-breakpoint
DROP INDEX "consents_value";--> statement-breakpoint
CREATE INDEX "consents_value" ON "consents" ("client_id","channel","topic","value","id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_one" ON "billing_customers" ("client_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_stripe" ON "billing_customers" ("stripe_customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_stripe" ON "invoices" ("stripe_invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" ("client_id","issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "limit_notices_open" ON "limit_notices" ("client_id","key","percent") WHERE cleared_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "prices_on_sale" ON "prices" ("product_id","interval","currency") WHERE active;--> statement-breakpoint
CREATE UNIQUE INDEX "prices_stripe" ON "prices" ("stripe_price_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pricing_plans_product" ON "pricing_plans" ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_events_once" ON "stripe_events" ("client_id","event_id");--> statement-breakpoint
CREATE INDEX "stripe_events_newest" ON "stripe_events" ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_stripe" ON "subscriptions" ("stripe_subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" ("client_id","started_at");--> statement-breakpoint
CREATE INDEX "subscriptions_price" ON "subscriptions" ("price_id");--> statement-breakpoint
CREATE INDEX "account_exports_newest" ON "account_exports" ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_exports_one" ON "account_exports" ("client_id","for_operator") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "support_entries_live" ON "support_entries" ("user_id","expires_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "conversation_items_thread" ON "conversation_items" ("client_id","conversation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_items_message" ON "conversation_items" ("client_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_reads_one" ON "conversation_reads" ("client_id","conversation_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_person" ON "conversations" ("client_id","person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_address" ON "conversations" ("client_id","address") WHERE person_id is null;--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" ("client_id","status","last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_campaigns_ready" ON "email_campaigns" ("client_id") WHERE state = 'ready' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_campaigns_slug" ON "email_campaigns" ("client_id","slug") WHERE slug is not null;--> statement-breakpoint
CREATE INDEX "email_campaigns_newest" ON "email_campaigns" ("client_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_recipients_once" ON "email_recipients" ("client_id","campaign_id","address");--> statement-breakpoint
CREATE INDEX "email_recipients_waiting" ON "email_recipients" ("client_id","campaign_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_reports_once" ON "mail_reports" ("client_id","message_id","kind");--> statement-breakpoint
CREATE INDEX "mail_reports_value" ON "mail_reports" ("client_id","value","kind");--> statement-breakpoint
CREATE INDEX "messages_batch" ON "messages" ("client_id","batch_id","state") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "messages_marketing" ON "messages" ("client_id","recipient","created_at") WHERE purpose = 'marketing';--> statement-breakpoint
CREATE UNIQUE INDEX "notification_preferences_once" ON "notification_preferences" ("client_id","user_id","type");--> statement-breakpoint
CREATE INDEX "provider_checks_newest" ON "provider_checks" ("client_id","provider","id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_conversations_token" ON "support_conversations" ("client_id","token_hash");--> statement-breakpoint
CREATE INDEX "support_conversations_newest" ON "support_conversations" ("client_id","last_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_conversations_recent" ON "support_conversations" ("client_id","ip_hash","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_once" ON "support_messages" ("client_id","conversation_id","key");--> statement-breakpoint
CREATE INDEX "support_messages_recent" ON "support_messages" ("client_id","ip_hash","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_of" ON "contact_replies" ("client_id","submission_id","id");--> statement-breakpoint
CREATE INDEX "incident_updates_of" ON "incident_updates" ("client_id","incident_id","id");--> statement-breakpoint
CREATE INDEX "incidents_newest" ON "incidents" ("client_id","started_at");--> statement-breakpoint
CREATE INDEX "stripe_sandbox_waiting" ON "stripe_sandbox_notices" ("delivered_at","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_sandbox_notice" ON "stripe_sandbox_notices" ("id");--> statement-breakpoint
CREATE INDEX "stripe_sandbox_customer" ON "stripe_sandbox_objects" ("customer","kind");--> statement-breakpoint
CREATE INDEX "stripe_sandbox_due" ON "stripe_sandbox_objects" ("due_at");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription" FOREIGN KEY ("client_id","subscription_id") REFERENCES "subscriptions"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pricing_plans" ADD CONSTRAINT "pricing_plans_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_price_id_prices_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_price_id_prices_id_fkey" FOREIGN KEY ("next_price_id") REFERENCES "prices"("id");--> statement-breakpoint
ALTER TABLE "support_entries" ADD CONSTRAINT "support_entries_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD CONSTRAINT "conversation_items_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD CONSTRAINT "conversation_items_messages" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_reads" ADD CONSTRAINT "conversation_reads_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_of_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD CONSTRAINT "email_recipients_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "email_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_reports" ADD CONSTRAINT "mail_reports_message" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "support_conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_submission" FOREIGN KEY ("client_id","submission_id") REFERENCES "contact_form_submissions"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident" FOREIGN KEY ("client_id","incident_id") REFERENCES "incidents"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "billing_customers_client" ON "billing_customers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "billing_customers_platform" ON "billing_customers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "invoices_client" ON "invoices" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "invoices_platform" ON "invoices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "limit_notices_client" ON "limit_notices" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "limit_notices_platform" ON "limit_notices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prices_client" ON "prices" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (true);--> statement-breakpoint
CREATE POLICY "prices_platform" ON "prices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pricing_plans_client" ON "pricing_plans" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (true);--> statement-breakpoint
CREATE POLICY "pricing_plans_platform" ON "pricing_plans" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "products_client" ON "products" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (true);--> statement-breakpoint
CREATE POLICY "products_platform" ON "products" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_events_client" ON "stripe_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "stripe_events_platform" ON "stripe_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "subscriptions_client" ON "subscriptions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "subscriptions_platform" ON "subscriptions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "account_exports_client" ON "account_exports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "account_exports_platform" ON "account_exports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "support_entries_client" ON "support_entries" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "support_entries_platform" ON "support_entries" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "suppressions_identity" ON "suppressions" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_items_client" ON "conversation_items" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_items_platform" ON "conversation_items" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_reads_client" ON "conversation_reads" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_reads_platform" ON "conversation_reads" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversations_client" ON "conversations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversations_platform" ON "conversations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_campaigns_client" ON "email_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_campaigns_platform" ON "email_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_recipients_client" ON "email_recipients" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_recipients_platform" ON "email_recipients" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "mail_reports_client" ON "mail_reports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "mail_reports_platform" ON "mail_reports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "notification_preferences_client" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "notification_preferences_platform" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "provider_checks_client" ON "provider_checks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "provider_checks_platform" ON "provider_checks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "queue_actions_client" ON "queue_actions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "queue_actions_platform" ON "queue_actions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "support_conversations_client" ON "support_conversations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "support_conversations_platform" ON "support_conversations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "support_messages_client" ON "support_messages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "support_messages_platform" ON "support_messages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_replies_client" ON "contact_replies" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "contact_replies_platform" ON "contact_replies" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "incident_updates_client" ON "incident_updates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "incident_updates_platform" ON "incident_updates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "incidents_client" ON "incidents" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "incidents_platform" ON "incidents" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_sandbox_notices_client" ON "stripe_sandbox_notices" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "stripe_sandbox_notices_platform" ON "stripe_sandbox_notices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_sandbox_objects_client" ON "stripe_sandbox_objects" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "stripe_sandbox_objects_platform" ON "stripe_sandbox_objects" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);