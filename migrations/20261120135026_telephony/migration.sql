CREATE TABLE "carrier_accounts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_sid" text,
	"sealed_token" text,
	"sealed_second_token" text,
	"token_last4" text DEFAULT '' NOT NULL,
	"key_sid" text,
	"sealed_key_secret" text,
	"messaging_service_sid" text,
	"friendly_name" text DEFAULT '' NOT NULL,
	"type" text,
	"balance" text,
	"checked_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"record_calls" text DEFAULT 'off' NOT NULL,
	"retention_days" integer DEFAULT 90,
	"help_text" text DEFAULT '' NOT NULL,
	"greeting" text DEFAULT '' NOT NULL,
	"brand_status" text DEFAULT 'none' NOT NULL,
	"campaign_status" text DEFAULT 'none' NOT NULL,
	"consent_wording" text DEFAULT '' NOT NULL,
	CONSTRAINT "carrier_accounts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "carrier_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "number_lines" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"number_id" uuid NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "number_lines_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "number_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "phone_numbers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sid" text,
	"account_sid" text NOT NULL,
	"number" text NOT NULL,
	"friendly_name" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'local' NOT NULL,
	"capabilities" jsonb NOT NULL,
	"state" text DEFAULT 'owned' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"voice_route" text DEFAULT 'voicemail' NOT NULL,
	"forward_to" text,
	"verification" text DEFAULT 'none' NOT NULL,
	"monthly" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"sms_url" text DEFAULT '' NOT NULL,
	"voice_url" text DEFAULT '' NOT NULL,
	"status_url" text DEFAULT '' NOT NULL,
	"hooks_checked_at" timestamp with time zone,
	"per_second" integer,
	"purchased_by" uuid,
	"released_at" timestamp with time zone,
	CONSTRAINT "phone_numbers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "phone_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "call_recordings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"call_id" uuid NOT NULL,
	"sid" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	CONSTRAINT "call_recordings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "call_recordings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calls" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"direction" text NOT NULL,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	"our_phone" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"person_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text DEFAULT 'agent' NOT NULL,
	"provider" text DEFAULT 'sandbox' NOT NULL,
	"sid" text,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"duration" integer,
	"price" bigint,
	"currency" text,
	"problem" text,
	"missed" boolean DEFAULT false NOT NULL,
	"recorded" boolean DEFAULT false NOT NULL,
	"override_reason" text,
	"heard_at" timestamp with time zone,
	CONSTRAINT "calls_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"route" text NOT NULL,
	"query" jsonb DEFAULT '{}' NOT NULL,
	"payload" jsonb NOT NULL,
	"processed_at" timestamp with time zone,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"copies" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "inbound_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "inbound_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "own_phones" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "own_phones_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "own_phones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recording_plays" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"recording_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "recording_plays_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "recording_plays" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "carrier_sandbox_callbacks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"account" text NOT NULL,
	"url" text NOT NULL,
	"params" jsonb NOT NULL,
	"call_sid" text,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carrier_sandbox_callbacks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "carrier_sandbox_objects" (
	"sid" text PRIMARY KEY,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"data" jsonb NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carrier_sandbox_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "carrier_sandbox_texts" (
	"sid" text PRIMARY KEY,
	"account" text NOT NULL,
	"direction" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"body" text NOT NULL,
	"media" jsonb DEFAULT '[]' NOT NULL,
	"state" text NOT NULL,
	"error_code" text,
	"segments" integer DEFAULT 1 NOT NULL,
	"price" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carrier_sandbox_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "call_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "segments" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "price" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "media" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_items_call" ON "conversation_items" ("client_id","call_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_accounts_one" ON "carrier_accounts" ("client_id");--> statement-breakpoint
CREATE INDEX "carrier_accounts_sid" ON "carrier_accounts" ("account_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "number_lines_one" ON "number_lines" ("client_id","number_id");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_once" ON "phone_numbers" ("account_sid","number") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_default" ON "phone_numbers" ("client_id") WHERE is_default and released_at is null;--> statement-breakpoint
CREATE INDEX "phone_numbers_number" ON "phone_numbers" ("number");--> statement-breakpoint
CREATE INDEX "messages_texts" ON "messages" ("client_id","created_at","id") WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX "messages_texts_to" ON "messages" ("client_id","recipient","created_at") WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX "messages_texts_from" ON "messages" ("client_id","sender","id") WHERE channel = 'sms' and direction = 'in';--> statement-breakpoint
CREATE INDEX "messages_at_provider" ON "messages" ("client_id","provider_id") WHERE channel = 'sms';--> statement-breakpoint
CREATE UNIQUE INDEX "call_recordings_sid" ON "call_recordings" ("client_id","sid");--> statement-breakpoint
CREATE INDEX "call_recordings_call" ON "call_recordings" ("client_id","call_id");--> statement-breakpoint
CREATE INDEX "calls_newest" ON "calls" ("client_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calls_sid" ON "calls" ("client_id","sid");--> statement-breakpoint
CREATE INDEX "calls_going" ON "calls" ("client_id","state") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_events_once" ON "inbound_events" ("client_id","provider","event_id");--> statement-breakpoint
CREATE INDEX "inbound_events_newest" ON "inbound_events" ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inbound_events_failed" ON "inbound_events" ("client_id","attempts") WHERE processed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "own_phones_one" ON "own_phones" ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "recording_plays_of" ON "recording_plays" ("client_id","recording_id");--> statement-breakpoint
CREATE INDEX "carrier_sandbox_callbacks_due" ON "carrier_sandbox_callbacks" ("due_at");--> statement-breakpoint
CREATE INDEX "carrier_sandbox_of" ON "carrier_sandbox_objects" ("account","kind","key");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_sandbox_number" ON "carrier_sandbox_objects" ("key") WHERE kind = 'number';--> statement-breakpoint
CREATE INDEX "carrier_sandbox_due" ON "carrier_sandbox_objects" ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "carrier_sandbox_texts_to" ON "carrier_sandbox_texts" ("account","recipient","created_at");--> statement-breakpoint
ALTER TABLE "conversation_items" ADD CONSTRAINT "conversation_items_calls" FOREIGN KEY ("client_id","call_id") REFERENCES "calls"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "number_lines" ADD CONSTRAINT "number_lines_number" FOREIGN KEY ("client_id","number_id") REFERENCES "phone_numbers"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD CONSTRAINT "call_recordings_of" FOREIGN KEY ("client_id","call_id") REFERENCES "calls"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD CONSTRAINT "call_recordings_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recording_plays" ADD CONSTRAINT "recording_plays_recording" FOREIGN KEY ("client_id","recording_id") REFERENCES "call_recordings"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "carrier_accounts_client" ON "carrier_accounts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "carrier_accounts_platform" ON "carrier_accounts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "number_lines_client" ON "number_lines" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "number_lines_platform" ON "number_lines" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "phone_numbers_client" ON "phone_numbers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "phone_numbers_platform" ON "phone_numbers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "call_recordings_client" ON "call_recordings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "call_recordings_platform" ON "call_recordings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calls_client" ON "calls" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calls_platform" ON "calls" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_events_client" ON "inbound_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "inbound_events_platform" ON "inbound_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_phones_client" ON "own_phones" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "own_phones_platform" ON "own_phones" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recording_plays_client" ON "recording_plays" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "recording_plays_platform" ON "recording_plays" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_callbacks_client" ON "carrier_sandbox_callbacks" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_callbacks_platform" ON "carrier_sandbox_callbacks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_objects_client" ON "carrier_sandbox_objects" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_objects_platform" ON "carrier_sandbox_objects" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_texts_client" ON "carrier_sandbox_texts" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_texts_platform" ON "carrier_sandbox_texts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);