CREATE TABLE "page_images" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"file_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "page_images_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_redirects" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"page_id" uuid,
	"target" text DEFAULT '' NOT NULL,
	CONSTRAINT "page_redirects_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_redirects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_sections" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "page_sections_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_sections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"page_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_published" boolean NOT NULL,
	"tree" jsonb NOT NULL,
	"seo" jsonb NOT NULL,
	"created_by" uuid,
	CONSTRAINT "page_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"draft" jsonb NOT NULL,
	"seo" jsonb DEFAULT '{"title":"","description":"","pictureId":null,"canonical":"","isHidden":false}' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"second_language" text DEFAULT '' NOT NULL,
	"published" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"is_fresh" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"publish_at" timestamp with time zone,
	"unpublish_at" timestamp with time zone,
	"is_home" boolean DEFAULT false NOT NULL,
	"menu_rank" integer,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "pages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "page_images_file" ON "page_images" ("client_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "page_redirects_slug" ON "page_redirects" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "page_redirects_to" ON "page_redirects" ("client_id","page_id");--> statement-breakpoint
CREATE UNIQUE INDEX "page_versions_number" ON "page_versions" ("client_id","page_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug" ON "pages" ("client_id","slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pages_home" ON "pages" ("client_id") WHERE is_home and deleted_at is null;--> statement-breakpoint
CREATE INDEX "pages_scheduled" ON "pages" ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "pages_closing" ON "pages" ("unpublish_at") WHERE unpublish_at is not null;--> statement-breakpoint
ALTER TABLE "page_redirects" ADD CONSTRAINT "page_redirects_page" FOREIGN KEY ("client_id","page_id") REFERENCES "pages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_page" FOREIGN KEY ("client_id","page_id") REFERENCES "pages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "page_images_client" ON "page_images" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "page_images_platform" ON "page_images" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "page_redirects_client" ON "page_redirects" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "page_redirects_platform" ON "page_redirects" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "page_sections_client" ON "page_sections" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "page_sections_platform" ON "page_sections" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "page_versions_client" ON "page_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "page_versions_platform" ON "page_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pages_client" ON "pages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pages_platform" ON "pages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);