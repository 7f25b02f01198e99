CREATE TABLE "ledger_accounts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"memo" text DEFAULT '' NOT NULL,
	"module" text NOT NULL,
	"source_id" uuid NOT NULL,
	"reverses" uuid,
	"made_in" text DEFAULT pg_current_xact_id() NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "ledger_entries_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_periods" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"closed_through" date,
	CONSTRAINT "ledger_periods_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "ledger_periods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "ledger_postings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "ledger_postings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_key" ON "ledger_accounts" ("client_id","key","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_key" ON "ledger_entries" ("client_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_reverses" ON "ledger_entries" ("client_id","reverses");--> statement-breakpoint
CREATE INDEX "ledger_entries_day" ON "ledger_entries" ("client_id","day");--> statement-breakpoint
CREATE INDEX "ledger_entries_source" ON "ledger_entries" ("client_id","module","source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_periods_one" ON "ledger_periods" ("client_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_entry" ON "ledger_postings" ("client_id","entry_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_by_account" ON "ledger_postings" ("client_id","account_id","entry_id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reversed" FOREIGN KEY ("client_id","reverses") REFERENCES "ledger_entries"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry" FOREIGN KEY ("client_id","entry_id") REFERENCES "ledger_entries"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account" FOREIGN KEY ("client_id","account_id") REFERENCES "ledger_accounts"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "ledger_accounts_client" ON "ledger_accounts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "ledger_accounts_platform" ON "ledger_accounts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_accounts_readable" ON "ledger_accounts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "ledger_accounts_changeable" ON "ledger_accounts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_accounts_deletable" ON "ledger_accounts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "ledger_entries_client" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "ledger_entries_platform" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_entries_readable" ON "ledger_entries" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "ledger_entries_changeable" ON "ledger_entries" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_entries_deletable" ON "ledger_entries" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "ledger_periods_client" ON "ledger_periods" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "ledger_periods_platform" ON "ledger_periods" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_postings_client" ON "ledger_postings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "ledger_postings_platform" ON "ledger_postings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_postings_readable" ON "ledger_postings" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "ledger_postings_changeable" ON "ledger_postings" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_postings_deletable" ON "ledger_postings" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE FUNCTION ledger_lock(p_client uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended('ledger ' || p_client, 0) $$;--> statement-breakpoint
-- An entry of a closed day is refused; closing waits for entries that are being written, and they for it.
CREATE FUNCTION ledger_entry_is_open() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(ledger_lock(NEW.client_id));
  IF EXISTS (SELECT FROM ledger_periods p WHERE p.client_id = NEW.client_id AND NEW.day <= p.closed_through) THEN
    RAISE EXCEPTION 'the books are closed for %', NEW.day USING errcode = 'LG001';
  END IF;
  NEW.made_in := pg_current_xact_id()::text;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER is_open BEFORE INSERT ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_open();--> statement-breakpoint
-- At commit an entry has two sides or more, in its own currency, and they sum to zero.
CREATE FUNCTION ledger_entry_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE sides int; total numeric; foreign_sides int;
BEGIN
  SELECT count(*), coalesce(sum(p.amount), 0), count(*) FILTER (WHERE a.currency <> NEW.currency) INTO sides, total, foreign_sides
  FROM ledger_postings p JOIN ledger_accounts a ON a.client_id = p.client_id AND a.id = p.account_id
  WHERE p.client_id = NEW.client_id AND p.entry_id = NEW.id;
  IF sides < 2 OR total <> 0 OR foreign_sides > 0 THEN
    RAISE EXCEPTION 'entry % does not balance: % sides, %', NEW.key, sides, total USING errcode = 'LG002';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER balances AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();--> statement-breakpoint
-- Sides come with their entry: nothing is added to one that was committed.
CREATE FUNCTION ledger_posting_is_new() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.amount = 0 OR NOT EXISTS (SELECT FROM ledger_entries e WHERE e.client_id = NEW.client_id AND e.id = NEW.entry_id
      AND e.made_in = pg_current_xact_id()::text) THEN
    RAISE EXCEPTION 'a posting is not zero and comes with its entry' USING errcode = 'LG002';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER is_new BEFORE INSERT ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION ledger_posting_is_new();--> statement-breakpoint
-- Balances grow with each posting. Accounts are locked in one order, so that two entries never wait for each other.
CREATE FUNCTION ledger_balance_grows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM a.id FROM ledger_accounts a WHERE (a.client_id, a.id) IN (SELECT n.client_id, n.account_id FROM new_rows n) ORDER BY a.id FOR NO KEY UPDATE;
  UPDATE ledger_accounts a SET balance = a.balance + n.total
  FROM (SELECT client_id, account_id, sum(amount)::bigint AS total FROM new_rows GROUP BY 1, 2) n
  WHERE a.client_id = n.client_id AND a.id = n.account_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER grows AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION ledger_balance_grows();--> statement-breakpoint
CREATE FUNCTION ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is corrected by reversals' USING errcode = 'LG003';
END $$;--> statement-breakpoint
CREATE TRIGGER is_final BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION ledger_is_final();--> statement-breakpoint
CREATE TRIGGER is_final BEFORE UPDATE OR DELETE ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION ledger_is_final();--> statement-breakpoint
-- Depth 2 and more: from within the trigger above.
CREATE TRIGGER is_final BEFORE UPDATE OF "balance", "kind", "currency", "key" ON "ledger_accounts" FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_is_final();--> statement-breakpoint
-- Sums for those who may see sums: no entry, no posting, no name of a giver.
CREATE FUNCTION ledger_totals(p_prefix text) RETURNS TABLE (key text, kind text, name text, currency text, balance bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT a.key, a.kind, a.name, a.currency, a.balance FROM ledger_accounts a
  WHERE a.client_id = current_setting('app.client_id')::uuid AND starts_with(a.key, p_prefix) ORDER BY a.key, a.currency
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION ledger_totals(text) FROM public;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ledger_totals(text) TO lampstand_app;
