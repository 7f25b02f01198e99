CREATE TABLE "business_card_exchanges" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"card_id" uuid NOT NULL,
	"key" text NOT NULL,
	"person_id" uuid,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"signs" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "business_card_exchanges_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "business_card_exchanges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "business_card_slugs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"card_id" uuid NOT NULL,
	CONSTRAINT "business_card_slugs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "business_card_slugs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "business_card_takes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"card_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"visitor" text,
	CONSTRAINT "business_card_takes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "business_card_takes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "business_cards" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid,
	"slug" text DEFAULT '' NOT NULL,
	"template" text NOT NULL,
	"background_color" text NOT NULL,
	"text_color" text NOT NULL,
	"accent_color" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"organization" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"has_logo" boolean DEFAULT true NOT NULL,
	"has_directions" boolean DEFAULT true NOT NULL,
	"book_type_id" uuid,
	"left_at" timestamp with time zone,
	"successor_id" uuid,
	"instead" jsonb,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "business_cards_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "business_cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "business_card_exchanges_key" ON "business_card_exchanges" ("client_id","card_id","key");--> statement-breakpoint
CREATE INDEX "business_card_exchanges_person" ON "business_card_exchanges" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "business_card_slugs_slug" ON "business_card_slugs" ("slug");--> statement-breakpoint
CREATE INDEX "business_card_slugs_card" ON "business_card_slugs" ("client_id","card_id");--> statement-breakpoint
CREATE UNIQUE INDEX "business_card_takes_once" ON "business_card_takes" ("client_id","card_id","visitor") WHERE visitor is not null;--> statement-breakpoint
CREATE INDEX "business_card_takes_card" ON "business_card_takes" ("client_id","card_id");--> statement-breakpoint
CREATE INDEX "business_cards_member" ON "business_cards" ("client_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "business_cards_gone" ON "business_cards" ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "business_card_exchanges" ADD CONSTRAINT "business_card_exchanges_card" FOREIGN KEY ("client_id","card_id") REFERENCES "business_cards"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "business_card_slugs" ADD CONSTRAINT "business_card_slugs_card_fk" FOREIGN KEY ("client_id","card_id") REFERENCES "business_cards"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "business_card_takes" ADD CONSTRAINT "business_card_takes_card_fk" FOREIGN KEY ("client_id","card_id") REFERENCES "business_cards"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "business_card_exchanges_client" ON "business_card_exchanges" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "business_card_exchanges_platform" ON "business_card_exchanges" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "business_card_slugs_client" ON "business_card_slugs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "business_card_slugs_platform" ON "business_card_slugs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "business_card_takes_client" ON "business_card_takes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "business_card_takes_platform" ON "business_card_takes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "business_cards_client" ON "business_cards" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "business_cards_platform" ON "business_cards" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);