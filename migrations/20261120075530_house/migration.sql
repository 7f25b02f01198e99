CREATE TABLE "audit_log" (
	"client_id" uuid,
	"id" uuid DEFAULT uuidv7(),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"operation" text NOT NULL,
	"table_name" text NOT NULL,
	"row_id" uuid,
	"changes" jsonb NOT NULL,
	CONSTRAINT "audit_log_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"locale" text DEFAULT 'en-US' NOT NULL,
	"country" text DEFAULT 'US' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"address" jsonb,
	"follow_up_hours" integer DEFAULT 36 NOT NULL,
	"set_up_at" timestamp with time zone,
	"house" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "members" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "members_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consents" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"value" text NOT NULL,
	"channel" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"evidence" jsonb DEFAULT '{}' NOT NULL,
	"person_id" uuid,
	CONSTRAINT "consents_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "suppressions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"value" text NOT NULL,
	"channel" text NOT NULL,
	"reason" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"evidence" jsonb DEFAULT '{}' NOT NULL,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "suppressions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "suppressions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "files" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"purpose" text NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "files_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth"."challenges" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"factor_id" uuid NOT NULL,
	"code_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."credentials" (
	"user_id" uuid PRIMARY KEY,
	"password_hash" text,
	"email_confirmed_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"banned_until" timestamp with time zone,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"new_email" text,
	"current_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"user_metadata" jsonb DEFAULT '{}' NOT NULL,
	"app_metadata" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."factors" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"friendly_name" text DEFAULT '' NOT NULL,
	"phone" text,
	"secret" text,
	"last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."link_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"create_user" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"redirect_to" text NOT NULL,
	"code_challenge" text,
	"code_challenge_method" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."one_time_tokens" (
	"hash" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code_hash" text,
	"email" text DEFAULT '' NOT NULL,
	"method" text,
	"code_challenge" text,
	"code_challenge_method" text,
	"redirect_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"superseded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."passkey_challenges" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"user_id" uuid,
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."passkeys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb DEFAULT '[]' NOT NULL,
	"friendly_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."rate_limits" (
	"key" text PRIMARY KEY,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."recovery_codes" (
	"hash" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."refresh_tokens" (
	"hash" text PRIMARY KEY,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb DEFAULT '[]' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"avatar_url" text,
	"role" text DEFAULT 'user' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leads" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"rank" text collate "C" NOT NULL,
	"source" text,
	"assigned_to" uuid,
	"value" bigint,
	"notes" text DEFAULT '' NOT NULL,
	"outcome" text,
	"reason" text,
	"stage_entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"follow_up_at" timestamp with time zone,
	"overdue_told_for" timestamp with time zone,
	"last_touch_at" timestamp with time zone,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "leads_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "leads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stage_history" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"lead_id" uuid NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"outcome" text,
	"reason" text,
	"user_id" uuid,
	CONSTRAINT "stage_history_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "stage_history" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "messages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"channel" text NOT NULL,
	"direction" text DEFAULT 'out' NOT NULL,
	"recipient" text NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"sender" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body_text" text DEFAULT '' NOT NULL,
	"body_html" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"dedupe_key" text NOT NULL,
	"provider" text,
	"provider_id" text,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"person_id" uuid,
	"sent_at" timestamp with time zone,
	CONSTRAINT "messages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"href" text NOT NULL,
	"read_at" timestamp with time zone,
	"dedupe_key" text NOT NULL,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "possible_duplicates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"score" real NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"import_id" uuid,
	CONSTRAINT "possible_duplicates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "possible_duplicates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_rows" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"import_id" uuid,
	"row" integer,
	"key" text NOT NULL,
	"person_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"lead_stage" text,
	"before" jsonb,
	CONSTRAINT "import_rows_pkey" PRIMARY KEY("client_id","import_id","row")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"product" text,
	"analysis" jsonb,
	"mapping" jsonb DEFAULT '[]' NOT NULL,
	"options" jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"next_row" integer DEFAULT 0 NOT NULL,
	"checked" jsonb,
	"counts" jsonb,
	"problem" text,
	"error_file_id" uuid,
	"runner" text,
	"created_by" uuid,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "addresses" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"label" text DEFAULT 'home' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"street2" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	CONSTRAINT "addresses_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_points" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text DEFAULT 'other' NOT NULL,
	"value" text NOT NULL,
	"value_norm" text NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"valid" boolean DEFAULT true NOT NULL,
	CONSTRAINT "contact_points_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_points" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "group_members" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"group_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "group_members_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "group_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "groups" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "groups_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "household_members" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"household_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text DEFAULT 'adult' NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	CONSTRAINT "household_members_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "household_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "households" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	CONSTRAINT "households_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "households" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"body" text NOT NULL,
	"visibility" text DEFAULT 'staff' NOT NULL,
	"author_id" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "notes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"nick_name" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"birth_date" text,
	"anniversary" text,
	"gender" text,
	"marital_status" text,
	"membership_status" text,
	"campus" text,
	"photo_url" text,
	"source" text,
	"deceased" boolean DEFAULT false NOT NULL,
	"do_not_contact" boolean DEFAULT false NOT NULL,
	"assigned_to" uuid,
	"external_id" text,
	"import_key" text,
	"import_id" uuid,
	"search" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "people_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_tags" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "person_tags_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tags" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "tags_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"person_id" uuid,
	"assignee_id" uuid,
	"due_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "tasks_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "timeline" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"user_id" uuid,
	"data" jsonb DEFAULT '{}' NOT NULL,
	"source_key" text NOT NULL,
	CONSTRAINT "timeline_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "timeline" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_form_submissions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"is_subscribed" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"suspicious" boolean DEFAULT false NOT NULL,
	"ip_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"replied_at" timestamp with time zone,
	CONSTRAINT "contact_form_submissions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_form_submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_log_row" ON "audit_log" ("client_id","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clients_slug" ON "clients" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "clients_house" ON "clients" ("house") WHERE house;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" ("client_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_user" ON "members" ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "members_of_user" ON "members" ("user_id");--> statement-breakpoint
CREATE INDEX "consents_value" ON "consents" ("client_id","value","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_once" ON "suppressions" ("client_id","value","channel","reason","topic");--> statement-breakpoint
CREATE INDEX "files_expiring" ON "files" ("client_id","expires_at");--> statement-breakpoint
CREATE INDEX "challenges_factor" ON "auth"."challenges" ("factor_id");--> statement-breakpoint
CREATE INDEX "factors_user" ON "auth"."factors" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_name" ON "auth"."factors" ("user_id","friendly_name") WHERE friendly_name <> '';--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "auth"."one_time_tokens" ("user_id","kind");--> statement-breakpoint
CREATE INDEX "one_time_tokens_email" ON "auth"."one_time_tokens" ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "auth"."passkeys" ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "auth"."passkeys" ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "auth"."recovery_codes" ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "auth"."refresh_tokens" ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "auth"."sessions" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" ("email");--> statement-breakpoint
CREATE INDEX "leads_board" ON "leads" ("client_id","status","rank","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" ("client_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_source" ON "leads" ("client_id","source") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_person" ON "leads" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "leads_due" ON "leads" ("client_id","follow_up_at") WHERE follow_up_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_closed" ON "leads" ("client_id","closed_at") WHERE status = 'closed' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "stage_history_lead" ON "stage_history" ("client_id","lead_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_dedupe" ON "messages" ("client_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "messages_recent" ON "messages" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_stuck" ON "messages" ("state","updated_at") WHERE state in ('queued', 'sending', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_dedupe" ON "notifications" ("client_id","user_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" ("client_id","user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" ("client_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "possible_duplicates_once" ON "possible_duplicates" ("client_id","person_id","other_id");--> statement-breakpoint
CREATE INDEX "possible_duplicates_other" ON "possible_duplicates" ("client_id","other_id");--> statement-breakpoint
CREATE INDEX "possible_duplicates_open" ON "possible_duplicates" ("client_id","state","id");--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" ("client_id","key");--> statement-breakpoint
CREATE INDEX "import_rows_person" ON "import_rows" ("client_id","person_id","import_id");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" ("client_id","id");--> statement-breakpoint
CREATE INDEX "addresses_of" ON "addresses" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "contact_points_value" ON "contact_points" ("client_id","kind","value_norm");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_points_once" ON "contact_points" ("client_id","person_id","kind","value_norm");--> statement-breakpoint
CREATE UNIQUE INDEX "group_members_once" ON "group_members" ("client_id","group_id","person_id");--> statement-breakpoint
CREATE INDEX "group_members_person" ON "group_members" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name" ON "groups" ("client_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "household_members_once" ON "household_members" ("client_id","household_id","person_id");--> statement-breakpoint
CREATE INDEX "household_members_person" ON "household_members" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "households_external" ON "households" ("client_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "notes_person" ON "notes" ("client_id","person_id","id");--> statement-breakpoint
CREATE INDEX "people_search" ON "people" USING gin ("client_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "people_name" ON "people" ("client_id",lower(last_name),lower(first_name),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "people_newest" ON "people" ("client_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_external" ON "people" ("client_id","external_id") WHERE external_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_import_key" ON "people" ("client_id","import_key") WHERE import_key is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "people_import" ON "people" ("client_id","import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_tags_once" ON "person_tags" ("client_id","person_id","tag_id");--> statement-breakpoint
CREATE INDEX "person_tags_tag" ON "person_tags" ("client_id","tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" ("client_id",lower(name));--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" ("client_id","assignee_id","due_at") WHERE done_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "tasks_person" ON "tasks" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "timeline_person" ON "timeline" ("client_id","person_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "timeline_source" ON "timeline" ("client_id","person_id","source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_once" ON "contact_form_submissions" ("client_id","fingerprint");--> statement-breakpoint
CREATE INDEX "contact_recent" ON "contact_form_submissions" ("client_id","ip_hash","created_at");--> statement-breakpoint
CREATE INDEX "contact_newest" ON "contact_form_submissions" ("client_id","id") WHERE not suspicious;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."challenges" ADD CONSTRAINT "challenges_factor_id_factors_id_fkey" FOREIGN KEY ("factor_id") REFERENCES "auth"."factors"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."credentials" ADD CONSTRAINT "credentials_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."factors" ADD CONSTRAINT "factors_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fkey" FOREIGN KEY ("session_id") REFERENCES "auth"."sessions"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "stage_history" ADD CONSTRAINT "stage_history_lead_fk" FOREIGN KEY ("client_id","lead_id") REFERENCES "leads"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "possible_duplicates" ADD CONSTRAINT "possible_duplicates_other_fk" FOREIGN KEY ("client_id","other_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import" FOREIGN KEY ("client_id","import_id") REFERENCES "imports"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "contact_points" ADD CONSTRAINT "contact_points_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group" FOREIGN KEY ("client_id","group_id") REFERENCES "groups"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_members" ADD CONSTRAINT "household_members_household" FOREIGN KEY ("client_id","household_id") REFERENCES "households"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_members" ADD CONSTRAINT "household_members_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_tags" ADD CONSTRAINT "person_tags_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_tags" ADD CONSTRAINT "person_tags_tag_fk" FOREIGN KEY ("client_id","tag_id") REFERENCES "tags"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "audit_log_client" ON "audit_log" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "audit_log_platform" ON "audit_log" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clients_client" ON "clients" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (id = (select current_setting('app.client_id')::uuid)) WITH CHECK (id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "clients_platform" ON "clients" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clients_identity" ON "clients" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "invitations_client" ON "invitations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "invitations_platform" ON "invitations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "invitations_identity" ON "invitations" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "members_client" ON "members" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "members_platform" ON "members" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "members_identity" ON "members" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "consents_client" ON "consents" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "consents_platform" ON "consents" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "suppressions_client" ON "suppressions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "suppressions_platform" ON "suppressions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "files_client" ON "files" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "files_platform" ON "files" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "users_client" ON "users" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (id = (select nullif(current_setting('app.user_id', true), '')::uuid) or exists (
  select from members m where m.user_id = users.id and m.client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))) WITH CHECK (false);--> statement-breakpoint
CREATE POLICY "users_platform" ON "users" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "users_identity" ON "users" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "leads_client" ON "leads" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "leads_platform" ON "leads" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stage_history_client" ON "stage_history" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "stage_history_platform" ON "stage_history" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "messages_client" ON "messages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "messages_platform" ON "messages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "messages_identity" ON "messages" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "notifications_client" ON "notifications" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "notifications_platform" ON "notifications" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "possible_duplicates_client" ON "possible_duplicates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "possible_duplicates_platform" ON "possible_duplicates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "import_rows_client" ON "import_rows" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "import_rows_platform" ON "import_rows" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "imports_client" ON "imports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "imports_platform" ON "imports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "addresses_client" ON "addresses" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "addresses_platform" ON "addresses" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_points_client" ON "contact_points" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "contact_points_platform" ON "contact_points" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "group_members_client" ON "group_members" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "group_members_platform" ON "group_members" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "groups_client" ON "groups" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "groups_platform" ON "groups" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "household_members_client" ON "household_members" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "household_members_platform" ON "household_members" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "households_client" ON "households" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "households_platform" ON "households" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "notes_client" ON "notes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "notes_platform" ON "notes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "people_client" ON "people" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "people_platform" ON "people" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_tags_client" ON "person_tags" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_tags_platform" ON "person_tags" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tags_client" ON "tags" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "tags_platform" ON "tags" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tasks_client" ON "tasks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "tasks_platform" ON "tasks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "timeline_client" ON "timeline" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "timeline_platform" ON "timeline" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_form_submissions_client" ON "contact_form_submissions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "contact_form_submissions_platform" ON "contact_form_submissions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);